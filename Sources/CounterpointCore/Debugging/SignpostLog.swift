import Synchronization

/// Receives the intervals and events that `signpost` makes: for a tracing tool, a log, a test.
///
/// It is called where things happen: on the store's actor, and on the tasks of effects.
public protocol SignpostSink: Sendable {
  /// An interval begins.
  ///
  /// - Parameters:
  ///   - name: `Action` or `Effect`.
  ///   - id: Tells the interval from others that have begun and not ended.
  ///   - message: Says which action it is about.
  func begin(_ name: String, id: UInt64, message: String)

  /// Something happens in an interval.
  ///
  /// - Parameters:
  ///   - name: `Effect Output`.
  ///   - id: The interval.
  ///   - message: Says which action was sent.
  func event(_ name: String, id: UInt64, message: String)

  /// An interval ends.
  ///
  /// - Parameters:
  ///   - name: The name with which it began.
  ///   - id: The interval.
  ///   - message: `Finished` or `Cancelled` for an effect.
  func end(_ name: String, id: UInt64, message: String)
}

/// The receiver of signposts.
public struct SignpostLog: Sendable {
  private enum Target {
    case installed
    case sink(any SignpostSink)
  }

  private let target: Target

  /// Sends everything to a sink.
  public init(_ sink: some SignpostSink) {
    target = .sink(sink)
  }

  private init(_ target: Target) {
    self.target = target
  }

  /// Sends signposts to the sink installed for the program. Without one, nothing is computed or sent.
  public static let installed = SignpostLog(.installed)

  /// Installs the sink of the program, once: those that come later are ignored.
  ///
  /// - Parameter sink: The sink.
  public static func install(_ sink: some SignpostSink) {
    _ = installedSink.storeIfNil(Box(sink))
  }

  var sink: (any SignpostSink)? {
    switch target {
    case .installed: Self.installedSink.load()?.sink
    case .sink(let sink): sink
    }
  }

  private final class Box: Sendable {
    let sink: any SignpostSink

    init(_ sink: any SignpostSink) {
      self.sink = sink
    }
  }

  private static let installedSink = AtomicLazyReference<Box>()

  static func nextID() -> UInt64 { ids.add(1, ordering: .relaxed).newValue }

  private static let ids = Atomic<UInt64>(0)
}
