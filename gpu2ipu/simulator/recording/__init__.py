"""Record or report what a script does when it trains, evaluates and predicts."""
