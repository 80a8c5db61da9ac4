// Each test target needs this file, because the test tools are a product of their own that shipped programs do not
// contain.
@_exported import CounterpointTesting
