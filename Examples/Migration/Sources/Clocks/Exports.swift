// Copy this module into your package if files import Clocks.
@_exported import Counterpoint
