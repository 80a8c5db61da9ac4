// Copy this module into your package if files import Dependencies.
@_exported import Counterpoint
