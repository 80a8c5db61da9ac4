/// Fulfills the requests of clients that the permissions allow.
final class RequestHandler: Sendable {
  private let log: EventLog
  private let permissions: Set<InspectorPermission>

  init(log: EventLog, permissions: Set<InspectorPermission>) {
    self.log = log
    self.permissions = permissions
  }

  func answer(to request: ClientLine) async -> ServerLine {
    switch request {
    case .hello: return .refusal("There is a second 'hello'.")
    case .state(let id, let store, let number):
      do {
        return .state(id: id, try await log.requests(to: store).state(after: number), outdated: [])
      } catch {
        return .failure(id: id, "\(error)")
      }
    case .perform(let id, let request):
      do {
        try await perform(request)
        return .done(id: id)
      } catch {
        return .failure(id: id, "\(error)")
      }
    }
  }

  private func perform(_ request: InspectorRequest) async throws(InspectionError) {
    guard permissions.contains(request.permission) else {
      let needed = "[.look, .\(request.permission)]"
      throw InspectionError("The program does not allow that. It would with 'Inspector.listen(allowing: \(needed))'.")
    }
    if case .note(let store, let number, let text) = request {
      _ = try log.requests(to: store)
      return log.write(.note(store: store, number: number, text: text))
    }
    try await log.requests(to: request.store).perform(request)
  }
}

extension InspectorRequest {
  var store: Int {
    switch self {
    case .show(let store, _), .goLive(let store), .resume(let store, _), .send(let store, _), .note(let store, _, _):
      store
    }
  }

  var permission: InspectorPermission {
    switch self {
    case .show, .goLive, .resume: .travel
    case .send: .send
    case .note: .look
    }
  }
}
