"""What the versions of the SDK call otherwise, as tables."""
