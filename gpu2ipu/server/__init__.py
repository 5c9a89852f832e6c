"""The language server: findings, fixes and the pages of rules in editors. Needs the extra `server`."""
