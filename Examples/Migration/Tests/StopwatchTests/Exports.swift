// Test targets need this file beside the module: test tools are a product of their own, so that a shipped program has none of them.
@_exported import CounterpointTesting
