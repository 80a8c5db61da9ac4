import ControlledClocks
@_spi(Internals) import CounterpointSupport
import IssueReporting

/// The error that an unimplemented, throwing endpoint of a client throws.
///
/// ```swift
/// static let testValue = WeatherClient(temperature: { _ in
///   reportUnimplemented("WeatherClient.temperature")
///   throw Unimplemented("temperature")
/// })
/// ```
///
/// The macro `DependencyClient` generates such endpoints.
public struct Unimplemented: Error, Hashable, CustomStringConvertible {
  /// The name of the endpoint.
  public let endpoint: String

  /// Creates an error.
  ///
  /// - Parameter endpoint: The name of the endpoint.
  public init(_ endpoint: String) {
    self.endpoint = endpoint
  }

  /// Whether the running test store has already reported a call of the endpoint.
  package var isReported: Bool { MissingOverrides.current?.contains(endpoint: endpoint) ?? false }

  /// A message that names the endpoint.
  public var description: String { "The endpoint '\(endpoint)' is not implemented." }
}

/// Reports the call of an unimplemented endpoint: the issue `Unimplemented: 'name'`, with advice.
///
/// Inside of a test store, each endpoint is reported once.
///
/// - Parameter name: The endpoint with its type: `WeatherClient.temperature`.
public func reportUnimplemented(
  _ name: String,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  if let overrides = MissingOverrides.current, !overrides.insert(name) { return }
  reportIssue(
    """
    Unimplemented: '\(name)'

    It was called without an override. Override it where the test creates its store or with \
    'withDependencies { … } operation: { … }', or find out why it is called.
    """,
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  )
}
