// Copy this module into your package if files import Sharing.
@_exported import Counterpoint
