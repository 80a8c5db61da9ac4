// Copy this module into your package if files import DependenciesMacros.
@_exported import Counterpoint
