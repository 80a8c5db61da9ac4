// Copy this module into your package if files import CasePaths.
@_exported import Counterpoint
