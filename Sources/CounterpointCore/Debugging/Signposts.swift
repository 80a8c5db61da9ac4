import Synchronization

extension Reducer {
  /// Reports this reducer's work to a tracing tool: an interval for each action, one for each effect in flight, and
  /// an event for each action that an effect sends.
  ///
  /// ```swift
  /// Feature().signpost("Search")
  /// ```
  ///
  /// Without a sink it costs one check. It does not change the behavior of the reducer.
  ///
  /// - Parameters:
  ///   - prefix: Precedes the name of the action in each message.
  ///   - log: The receiver; by default the sink installed with ``SignpostLog/install(_:)``.
  public func signpost(_ prefix: String = "", log: SignpostLog = .installed) -> some Reducer<State, Action> {
    SignpostReducer(base: InnerReducer(self), prefix: prefix, log: log)
  }
}

/// A reducer that reports its work to a tracing tool. Created by `signpost`.
struct SignpostReducer<Base: Reducer>: Reducer {
  let base: InnerReducer<Base>
  let prefix: String
  let log: SignpostLog

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    guard let sink = log.sink else { return base.reduce(into: &state, action: action) }
    let id = SignpostLog.nextID()
    let name = message(of: action)
    sink.begin("Action", id: id, message: name)
    let effect = base.reduce(into: &state, action: action)
    sink.end("Action", id: id, message: "")
    return Effect(effect.operation?.traced(SignpostedEffects(sink: sink, origin: name, message: message(of:))))
  }

  private func message(of action: Base.Action) -> String {
    (prefix.isEmpty ? "" : "\(prefix): ") + caseLabels(of: action)
  }
}

extension SignpostReducer {
  /// Visits the reducers that it runs.
  public static func _findHooks(_ search: inout _LifecycleSearch) {
    search.visit(Base.self)
  }

  /// Adds its hooks and children.
  public func _describe(in lifecycle: inout _FeatureLifecycle<Base.State, Base.Action>) {
    lifecycle.add(base.base)
  }
}

/// The signposts of one reduction's effects.
private struct SignpostedEffects<Action>: @unchecked Sendable {
  // @unchecked because `message` only reads its argument.
  let sink: any SignpostSink
  /// The action whose reduction returned the effects.
  let origin: String
  let message: (Action) -> String

  func trace(_ work: RunOperation<Action>) -> RunOperation<Action> {
    RunOperation(priority: work.priority, name: work.name, location: work.location) { [body = work.body] send in
      let id = SignpostLog.nextID()
      sink.begin("Effect", id: id, message: origin)
      await body(
        Send<Action>(mapping: send) { (action: Action) in
          sink.event("Effect Output", id: id, message: message(action))
          return action
        }
      )
      sink.end("Effect", id: id, message: Task.isCancelled ? "Cancelled" : "Finished")
    }
  }

  /// Reports an action that is sent synchronously, as an effect that ends immediately.
  func trace(_ action: Action) {
    let id = SignpostLog.nextID()
    sink.begin("Effect", id: id, message: origin)
    sink.event("Effect Output", id: id, message: message(action))
    sink.end("Effect", id: id, message: "Finished")
  }
}

extension Effect.Operation {
  fileprivate func traced(_ effects: SignpostedEffects<Action>) -> Self {
    switch self {
    case .send(let action):
      effects.trace(action)
      return self
    case .sync(let work):
      return .sync {
        let action = work()
        effects.trace(action)
        return action
      }
    case .run(let work):
      return .run(effects.trace(work))
    case .merge(let operations):
      return .merge(operations.map { $0.traced(effects) })
    case .concatenate(let operations):
      return .concatenate(operations.map { $0.traced(effects) })
    case .cancellable(let id, let cancelInFlight, let operation):
      return .cancellable(id: id, cancelInFlight: cancelInFlight, operation.traced(effects))
    case .child(let child, let operation):
      return .child(child, operation.traced(effects))
    case .throttle(let throttle, let operation):
      return .throttle(throttle, operation.traced(effects))
    case .replacement(let dismounts, let mounts):
      return .replacement(dismounts: dismounts.traced(effects), mounts: mounts.traced(effects))
    case .cancel, .cancelChildren:
      return self
    }
  }
}

/// A receiver of the intervals and events of `signpost`: a tracing tool, a log, or a test.
///
/// It is called on the store's actor and in the tasks of effects.
public protocol SignpostSink: Sendable {
  /// Begins an interval.
  ///
  /// - Parameters:
  ///   - name: `Action` or `Effect`.
  ///   - id: The id of the interval, unique among the open intervals.
  ///   - message: The name of the action.
  func begin(_ name: String, id: UInt64, message: String)

  /// Records an event in an interval.
  ///
  /// - Parameters:
  ///   - name: `Effect Output`.
  ///   - id: The id of the interval.
  ///   - message: The name of the sent action.
  func event(_ name: String, id: UInt64, message: String)

  /// Ends an interval.
  ///
  /// - Parameters:
  ///   - name: The name of the interval.
  ///   - id: The id of the interval.
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

  /// Installs the sink of the program. Only the first call has an effect.
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
