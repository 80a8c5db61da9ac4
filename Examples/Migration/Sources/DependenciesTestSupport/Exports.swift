// Copy this module into your package if files import DependenciesTestSupport.
@_exported import CounterpointTesting
