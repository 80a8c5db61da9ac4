// Copy this module into your package if files import IdentifiedCollections.
@_exported import Counterpoint
