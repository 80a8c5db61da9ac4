import ControlledClocks
import IssueReporting

/// What an endpoint of a client throws that nobody has implemented, when it can throw.
///
/// ```swift
/// static let testValue = WeatherClient(temperature: { _ in
///   reportUnimplemented("WeatherClient.temperature")
///   throw Unimplemented("temperature")
/// })
/// ```
///
/// The macro `DependencyClient` writes such endpoints.
public struct Unimplemented: Error, Hashable, CustomStringConvertible {
  /// The name of the endpoint.
  public let endpoint: String

  /// Makes an error.
  ///
  /// - Parameter endpoint: The name of the endpoint.
  public init(_ endpoint: String) {
    self.endpoint = endpoint
  }

  /// Whether the test store that runs the code has reported the call of the endpoint already.
  package var isReported: Bool { MissingOverrides.current?.contains(endpoint: endpoint) ?? false }

  /// The error in words.
  public var description: String { "The endpoint '\(endpoint)' is not implemented." }
}

/// Reports the issue `Unimplemented: 'name'`, and what to do about it: an endpoint was called that nobody has implemented.
///
/// In the feature of a test store, each endpoint is reported once.
///
/// - Parameters:
///   - name: The endpoint, with the type that it belongs to: `WeatherClient.temperature`.
///   - fileID: The place that the issue is filed at; by default that of the call.
///   - filePath: The place that the issue is filed at; by default that of the call.
///   - line: The place that the issue is filed at; by default that of the call.
///   - column: The place that the issue is filed at; by default that of the call.
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

    It was called without having been overridden. Override it where the test makes its store or with \
    'withDependencies { … } operation: { … }', or find out why it is called.
    """,
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  )
}
