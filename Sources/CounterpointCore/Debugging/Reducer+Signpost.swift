extension Reducer {
  /// Reports this reducer's work to a tracing tool: an interval for each action, one for each effect in flight, and
  /// an event for each action that an effect sends.
  ///
  /// ```swift
  /// Feature().signpost("Search")
  /// ```
  ///
  /// Without a sink it costs one check. The reducer behaves the same with and without it.
  ///
  /// - Parameters:
  ///   - prefix: Precedes the name of the action in each message.
  ///   - log: The receiver; by default the sink installed with ``SignpostLog/install(_:)``.
  public func signpost(_ prefix: String = "", log: SignpostLog = .installed) -> some Reducer<State, Action> {
    SignpostReducer(base: InnerReducer(self), prefix: prefix, log: log)
  }
}

/// A reducer that tells a tracing tool what it does. `signpost` makes it.
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

/// The signposts of one reduction's effects.
private struct SignpostedEffects<Action>: @unchecked Sendable {
  // @unchecked because `message` only reads the action that it is given.
  let sink: any SignpostSink
  /// The action whose reduction returned them.
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

  /// An action that is sent at once: an effect that ends as it begins.
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
    case .cancel, .cancelChildren:
      return self
    }
  }
}
