"""`check` and `convert`: from the text of scripts to findings and ports. Read `engine` first."""
