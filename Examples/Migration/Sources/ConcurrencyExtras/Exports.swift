// Copy this module into your package if files import ConcurrencyExtras.
@_exported import Counterpoint
