"""The strategy: what goes into its scope, where the IPU is configured, what other strategies become."""
