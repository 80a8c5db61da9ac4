@_spi(Internals) import CounterpointSupport

/// The costs of requests for their sessions and addresses.
extension SessionStore {
  /// Counts the cost of a request, or of a part of it, against the limits of its session and of its address.
  ///
  /// - Throws: The limit that refuses the request, which then counts against none.
  func take(_ cost: RequestCost, of session: Session, from address: AddressKey?) throws(Refusal) {
    try check(cost, of: session, from: address, takes: true)
  }

  /// Checks a cost against the limits of a session and of its address without counting it.
  ///
  /// - Throws: The limit that refuses it.
  func check(_ cost: RequestCost, of session: Session, from address: AddressKey?) throws(Refusal) {
    try check(cost, of: session, from: address, takes: false)
  }

  private func check(
    _ cost: RequestCost,
    of session: Session,
    from address: AddressKey?,
    takes: Bool
  ) throws(Refusal) {
    let now = now
    let limits = limits
    let refusal: Refusal? = contents.withLock { contents in
      session.status.withLock { status in
        if let refusal = status.costs.refusal(cost, limits.costsPerSession, at: now) { return refusal }
        let refusal: Refusal? = address.flatMap { address in
          contents.addresses.withCosts(of: address, at: now) { costs in
            if let refusal = costs.refusal(cost, limits.costsPerAddress, at: now) { return refusal }
            if takes { costs.take(cost) }
            return nil
          }
        }
        if takes, refusal == nil { status.costs.take(cost) }
        return refusal
      }
    }
    if let refusal { throw refusal }
  }

  /// Returns a refusal while the processor time of a session or of its address is used up.
  ///
  /// - Parameters:
  ///   - status: The status of the session; `nil` for a page without one.
  ///   - address: The address of the client.
  func costRefusal(of status: Locked<Session.Status>?, from address: AddressKey?) -> Refusal? {
    let now = now
    if let refusal = status?.withLock({ $0.costs.refusal(limits.costsPerSession, at: now) }) { return refusal }
    return address.flatMap { address in
      contents.withLock { contents in
        contents.addresses.withCosts(of: address, at: now) { $0.refusal(limits.costsPerAddress, at: now) }
      }
    }
  }

  /// Creates an executor whose processor time counts against the limits of a session and of an address.
  ///
  /// - Parameters:
  ///   - status: The status of the session; `nil` for a page without one.
  ///   - address: The address of the client.
  func executor(for status: Locked<Session.Status>?, from address: AddressKey?) -> SessionExecutor {
    SessionExecutor(threads, for: address) { [weak self] time in self?.didUse(time, by: status, from: address) }
  }

  private func didUse(_ time: Duration, by status: Locked<Session.Status>?, from address: AddressKey?) {
    let now = now
    status?.withLock { $0.costs.take(processorTime: time, limits.costsPerSession, at: now) }
    guard let address else { return }
    contents.withLock { contents in
      contents.addresses.withCosts(of: address, at: now) {
        $0.take(processorTime: time, limits.costsPerAddress, at: now)
      }
    }
  }
}
