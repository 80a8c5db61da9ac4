/// A refusal of an inspected program, or a failure of the connection to it.
public struct InspectionError: Error, Hashable, CustomStringConvertible {
  /// The reason, and the advice.
  public let description: String

  /// Creates an error with the text that the user reads.
  @_spi(Internals) public init(_ description: String) {
    self.description = description
  }
}
