import Foundation

// The background task that stores changes remotely.

extension RemoteSynchronizer {
  /// Stores the changes in order until the queue is empty, or until a retry has to be requested.
  func storeAll() async {
    // The transaction that a conflict has opened.
    var open: RemoteTransaction<Value>?
    while true {
      await storageLock.acquire()
      guard withMachine({ $0.beginAttempt() }) else { return storageLock.release() }
      let outcome = await storeFirst(in: &open)
      withMachine { $0.endAttempt() }
      storageLock.release()
      let next = withMachine { $0.next(after: outcome) }
      if let failure = next.failure { report(failure) }
      guard let pause = next.pause else { continue }
      // After a pause, its value is old.
      await open?.rollback()
      open = nil
      if connection.clock == nil, pause.isFailure {
        guard withMachine({ $0.retriesWithoutClock() }) else { return }
      } else {
        await self.pause(after: pause.attempts, isFailure: pause.isFailure)
      }
    }
  }

  /// Tries to store the first change once.
  ///
  /// - Parameter open: A transaction that is open already, and afterwards the one that a conflict has opened.
  private func storeFirst(in open: inout RemoteTransaction<Value>?) async -> RemoteMachine<Value>.Outcome {
    do {
      let known = open
      open = nil
      let begun = try await begin(known)
      guard let value = prepareFirst(on: begun.stored) else {
        await begun.rollback()
        return .done
      }
      return try await commitFirst(value, begun, next: &open)
    } catch {
      guard isRefusal(error) else { return .failed(error) }
      await giveUpFirst(because: error)
      return .done
    }
  }

  /// Returns an open transaction, or begins one: also if a write of unknown outcome has to be looked up.
  private func begin(_ open: RemoteTransaction<Value>?) async throws -> RemoteTransaction<Value> {
    let (attempt, since) = withMachine { ($0.attemptsOfFirst, $0.changes[0].unconfirmedWrites.since) }
    if let open, since == nil { return open }
    await open?.rollback()
    return try await connection.begin(
      SharedTransactionRequest(attempt: attempt, deadline: .now + .seconds(5), isUrgent: attempt > 8, since: since)
    )
  }

  /// Compares the first change with the stored value, and returns the value to store, if any.
  private func prepareFirst(on stored: SharedStored<Value>) -> Value? {
    let (number, preparation) = withMachine { machine in
      (
        machine.changes[0].number,
        machine.prepareFirst(on: stored, version: cell.state.version, initialValue: cell.initialValue?.value)
      )
    }
    switch preparation {
    case .commit(let value):
      return value
    case .finish, .lose:
      finishFirst(preparation, on: stored)
      return nil
    case .rebase:
      rebase(onto: stored)
      // The next change needs another attempt, with another answer of the storage.
      return withMachine { $0.changes.first?.number == number ? $0.changes[0].value : nil }
    }
  }

  private func commitFirst(
    _ value: Value,
    _ begun: RemoteTransaction<Value>,
    next: inout RemoteTransaction<Value>?
  ) async throws -> RemoteMachine<Value>.Outcome {
    let id = UUID()
    withMachine { $0.willWriteFirst(value, id: id, on: begun.stored) }
    do {
      switch try await begun.commit(value, id) {
      case .committed(let version):
        finishFirst(storing: value, version: version)
        return .done
      case .conflict(let stored, let transaction):
        // A connection that retries requests on its own can conflict with itself.
        if !stored.writeIDs.contains(id) { withMachine { $0.forgetWrite(id) } }
        next = transaction
        return .conflict(isOpen: transaction != nil)
      }
    } catch {
      if isRefusal(error) { withMachine { $0.forgetWrite(id) } }
      throw error
    }
  }

  func isRefusal(_ error: any Error) -> Bool {
    if case SharedStorageError.refused = error { true } else { false }
  }

  /// Removes the first change as the machine has decided.
  private func finishFirst(_ preparation: RemoteMachine<Value>.Preparation, on stored: SharedStored<Value>) {
    switch preparation {
    case .finish(let value, let version):
      finishFirst(storing: value, version: version)
    case .lose(let value):
      noteLoss(connection.doubt(value))
      rebase(onto: stored, withoutFirst: true)
    case .commit, .rebase:
      preconditionFailure("The change is not finished.")
    }
  }

  /// Removes the first change, which is stored or does not need to be.
  ///
  /// - Parameters:
  ///   - value: The stored value, on which the next change was made; `nil` if it is the base of the first change.
  ///   - version: The version of that value, `nil` if foreign writes followed.
  private func finishFirst(storing value: Value?, version: SharedVersion?) {
    let (changesError, error) = withMachine { machine in
      if let version { cell.state.version = version }
      return machine.finishFirst(storing: value)
    }
    cell.setError(.loadError, nil)
    if changesError { cell.setError(.saveError, error, isReported: false) }
    finishStep()
  }

  /// Removes the first change, which the storage refuses.
  private func giveUpFirst(because refusal: any Error) async {
    var error = refusal
    let (last, since) = withMachine { ($0.changes[0].unconfirmedWrites.last, $0.changes[0].unconfirmedWrites.since) }
    if let doubtful = last {
      // An earlier attempt may have stored it, or may still do so.
      error = connection.doubt(doubtful)
      if let begun = try? await connection.begin(
        SharedTransactionRequest(attempt: 1, deadline: .now + .seconds(5), since: since)
      ) {
        await begun.rollback()
        let found = withMachine { $0.findFirst(in: begun.stored, initialValue: cell.initialValue?.value) }
        if let found { return finishFirst(found, on: begun.stored) }
        if withMachine({ $0.changes[0].unconfirmedWrites.isEmpty }) { error = refusal }
      }
    }
    withMachine { $0.dropFirst(because: error, in: cell.state.version) }
    cell.setError(.saveError, error)
    finishStep()
  }

  // MARK: Conflicts

  /// Rebases the waiting changes onto a foreign value, in order, and shows the result.
  ///
  /// - Parameters:
  ///   - stored: The stored value.
  ///   - isLost: Whether the first change is left out.
  private func rebase(onto stored: SharedStored<Value>, withoutFirst isLost: Bool = false) {
    var rebase = withMachine { $0.beginRebase(onto: stored, withoutFirst: isLost) }
    var loss: (any Error)?
    // Outside of the lock, because `resolve` is the key's code. Changes made meanwhile are rebased in the next
    // iteration.
    while let new = changesToRebase(orInstall: rebase, lost: loss) {
      rebase.append(new, resolve: connection.resolve)
      loss = rebase.lost.map { connection.loss($0) }
    }
    if let loss { cell.setError(.saveError, loss) }
    cell.deliver()
    cell.observation.change(.value)
    finishStep()
  }

  /// Returns the changes that are not rebased yet. If there are none, installs the result.
  private func changesToRebase(
    orInstall rebase: RemoteRebase<Value>,
    lost loss: (any Error)?
  ) -> [RemoteChange<Value>]? {
    let histories = SharedValueHistory.current
    return withMachine { machine in
      if let new = machine.changesToRebase(after: rebase.count) { return new }
      machine.install(rebase, lost: loss)
      cell.keep(unsafe cell.storage.pointee, in: histories)
      unsafe machine.discard(cell.storage.pointee)
      if let value = rebase.value ?? cell.initialValue?.value { unsafe cell.storage.pointee = value }
      cell.state.version = rebase.stored.version
      cell.state.arrivals += 1
      cell.noteChange(save: false)
      return nil
    }
  }
}
