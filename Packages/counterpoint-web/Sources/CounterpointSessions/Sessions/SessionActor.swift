@_spi(Internals) import CounterpointCore
import CounterpointHTML
@_spi(Internals) import CounterpointSupport
import Foundation
import IssueReporting

/// The actor of a session: owns the session's store and the latest rendering of its page.
///
/// The page is rendered on demand, by a request or for the streams. So a session without an open page costs no
/// rendering. A slow connection gets fewer, larger changes instead of a growing queue: this is the back-pressure.
///
/// A change without a request is rendered in a job with the priority `utility`, which waits behind the requests of all
/// sessions: see ``SessionThreads``. The changes until then are rendered once. A session has at most one such job. The
/// job also computes the state again if shared values have changed elsewhere.
///
/// With a ``VisitorStorage``, the actor also stores its snapshots, one at a time and in order.
actor SessionActor<ViewState: Sendable, ViewAction: Codable & Sendable> {
  /// A rendered page.
  struct Page: Sendable {
    var html: [HTML]
    var location: PageLocation
    var revision: Int
    var isBusy: Bool
  }

  /// The last redirect, until the browser requests its address.
  ///
  /// An effect may lead the state elsewhere meanwhile, and that request must not lead it back.
  private struct Redirect {
    /// The time that a browser may take to follow. Later, a request for the address is one of the user.
    static var timeToLive: Duration { .seconds(30) }

    let address: String
    let time: Duration
  }

  struct Program {
    let program: SessionProgram<ViewState, ViewAction>
    let rendered: RenderedPage
    var viewStore: ViewStore<ViewState, ViewAction> { program.viewStore }
  }

  private nonisolated let executor: SessionExecutor
  // The actor owns its executor, so it is there as long as the actor.
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  let app: WebApp<ViewState, ViewAction>
  let streams: EventStreams
  let effects: SessionEffects
  /// `nil` before the first request, and after the end.
  private(set) var current: Program?
  private let firstRevision: Int
  private var observation: ObserveToken?
  private var results: IdempotencyCache
  let now: @Sendable () -> Duration
  private var redirect: Redirect?

  private var storage: VisitorStorage?
  /// The snapshot that the session starts with.
  private var restored: VisitorSnapshot?
  private let account: @Sendable () -> String?
  /// Returns a refusal while the processor time is used up. Called on the actor, because requests wait for it.
  private let costRefusal: @Sendable () -> Refusal?
  var hasActed: Bool
  private var isClosed = false
  nonisolated let updates = Locked(ScheduledUpdates())
  /// Whether the running job renders the page, so that a change needs no further one.
  var isRefreshing = false
  /// The revision of which the streams were notified.
  private var notifiedRevision: Int?
  /// Counts the changes of the state that may have to be stored.
  private var changeCount = 0
  private var storedCount = 0
  private var writing: Task<Void, any Error>?
  private var saver: Task<Void, Never>?

  init(
    app: WebApp<ViewState, ViewAction>,
    streams: EventStreams,
    effects: SessionEffects,
    firstRevision: Int = 0,
    storage: VisitorStorage? = nil,
    restored: VisitorSnapshot? = nil,
    account: @escaping @Sendable () -> String? = { nil },
    executor: SessionExecutor = SessionExecutor(),
    costRefusal: @escaping @Sendable () -> Refusal? = { nil },
    now: @escaping @Sendable () -> Duration
  ) {
    self.executor = executor
    self.costRefusal = costRefusal
    self.app = app
    self.streams = streams
    self.effects = effects
    self.firstRevision = firstRevision
    self.now = now
    self.storage = storage
    self.restored = restored
    self.account = account
    results = IdempotencyCache(restored?.record.answers ?? [])
    hasActed = restored?.record.hasActed ?? false
  }

  /// Returns the program, and creates it at the first call.
  ///
  /// - Parameter windows: The windows of the lists on the page that the browser shows, if the program is created.
  func open(_ windows: [String: ListWindow] = [:]) throws(Refusal) -> Program {
    if let current { return current }
    guard !isClosed else { throw .moving }
    // Earlier requests, which ran while this one waited for its turn, may have used up the processor time.
    if let refusal = costRefusal() { throw refusal }
    let snapshot = restored
    restored = nil
    let program = app.makeProgram(self, snapshot?.state)
    program.viewStore.attach(effects)
    if let (name, send) = program.firstAction, !program.isRestored { effects.handle(name) { send() } }
    let html = effects.render { withListWindows(windows) { app.screen(program.viewStore.state) } }
    let loaded = program.address.map { PageLocation(address: $0, title: "") }
    // A browser that shows the stored revision gets changes instead of a whole page, unless the page differs.
    let isSame = snapshot?.record.digest.map { $0 == storage?.digest(html.markup) } ?? false
    let rendered = RenderedPage(
      html,
      at: app.location(of: program.viewStore.state, after: loaded),
      revision: firstRevision,
      windows: windows,
      earlier: isSame ? snapshot?.record.revision : nil,
      keepsOffers: app.acceptsOnlyOfferedActions
    )
    let new = Program(program: program, rendered: rendered)
    current = new
    notifiedRevision = rendered.revision
    // At once, because an effect of the new store can change the state before the first stream or request reads it.
    observe(new)
    if let (name, send) = program.firstAction, program.isRestored { effects.handle(name) { send() } }
    return new
  }

  /// Returns the page for the current state.
  ///
  /// If the page has another address than the requested one, the browser must be redirected there.
  ///
  /// - Parameters:
  ///   - place: The address that a browser has requested; `nil` if it follows the state.
  ///   - windows: The windows of lists that it has requested.
  ///   - isLimited: Whether the page is refused while the processor time is used up.
  /// - Throws: ``Refusal/moving`` after the end, or the limit.
  func page(
    at place: WebAddresses<ViewState, ViewAction>.Place? = nil,
    windows: [String: ListWindow] = [:],
    isLimited: Bool = false
  ) throws(Refusal) -> Page {
    if isLimited, let refusal = costRefusal() { throw refusal }
    try checkLease()
    let program = try open(windows)
    refresh(program)
    if !follows(place) { visit(place, program) }
    show(windows, program)
    let rendered = program.rendered
    if let place, let address = rendered.location.address, address != place.address {
      redirect = Redirect(address: address, time: now())
    }
    return Page(
      html: rendered.html,
      location: rendered.location,
      revision: rendered.revision,
      isBusy: app.isBusy(program.viewStore.state)
    )
  }

  /// Returns the address of the current page, for a redirect to it; `nil` without addresses.
  ///
  /// - Throws: ``Refusal/moving`` after the end.
  func addressForRedirect() throws(Refusal) -> String? {
    let address = try page().location.address
    redirect = address.map { Redirect(address: $0, time: now()) }
    return address
  }

  /// Whether a request for an address follows the last redirect.
  private func follows(_ place: WebAddresses<ViewState, ViewAction>.Place?) -> Bool {
    guard let place, let last = redirect else { return false }
    redirect = nil
    return last.address == place.address && now() - last.time < Redirect.timeToLive
  }

  /// Leads the state to an address, unless it is there.
  func visit(_ place: WebAddresses<ViewState, ViewAction>.Place?, _ program: Program) {
    guard let place, place.address != program.rendered.location.address else { return }
    let viewStore = program.viewStore
    effects.handle("address") { viewStore.send(place.action) }
    refresh(program)
  }

  func show(_ windows: [String: ListWindow], _ program: Program) {
    program.rendered.show(windows)
    refresh(program)
  }

  /// Creates the program with the windows of the page that the browser shows, unless it is there.
  ///
  /// - Throws: ``Refusal/moving`` after the end, or the limit.
  func start(with windows: [String: ListWindow]) throws(Refusal) {
    if current == nil { _ = try open(windows) }
  }

  /// Returns the first revision of the page that shows the results of all inputs; `nil` after the end.
  func revisionOfInputs() -> Int? {
    guard let program = current else { return nil }
    let rendered = program.rendered
    // Without a stream, later changes are rendered together.
    if streams.count > 0 { refresh(program) }
    return rendered.isStale ? rendered.revision + 1 : rendered.revision
  }

  /// Returns the events from a revision of the page to the current state; none after the end.
  func events(since revision: Int) -> (text: String, revision: Int) {
    guard (try? checkLease()) != nil, let program = try? open() else { return ("", revision) }
    // Changes that a job will render, or of which the session will be notified, wake the stream again.
    let hasJob = updates.withLock(\.isScheduled)
    if program.rendered.isStale ? !hasJob : streams.count == 0 { refresh(program) }
    return (program.rendered.events(since: revision), program.rendered.revision)
  }

  /// Handles the inputs of a request in their order, all of them or none.
  ///
  /// Idempotent for requests with a key: a repeated request gets the first result.
  ///
  /// - Parameters:
  ///   - inputs: The inputs.
  ///   - place: The address of the page that offered them; `nil` if that page has a store of its own.
  ///   - windows: The windows of lists on that page, if it was loaded with them.
  ///   - key: The idempotency key; `nil` if the client never repeats the request.
  /// - Throws: The reason why none of the inputs was handled, or why their results could not be stored.
  func send(
    _ inputs: [Input],
    at place: WebAddresses<ViewState, ViewAction>.Place? = nil,
    windows: [String: ListWindow] = [:],
    key: IdempotencyKey? = nil
  ) async throws(Refusal) {
    // Earlier requests, which ran while this one waited for its turn, may have used up the processor time.
    if let refusal = costRefusal() { throw refusal }
    guard storage != nil else { return try sendOnce(inputs, at: place, windows, key: key) }
    try checkLease()
    do throws(Refusal) {
      try sendOnce(inputs, at: place, windows, key: key)
    } catch {
      if !error.isTemporary { try await acknowledge() }
      throw error
    }
    try await acknowledge()
  }

  private func sendOnce(
    _ inputs: [Input],
    at place: WebAddresses<ViewState, ViewAction>.Place?,
    _ windows: [String: ListWindow],
    key: IdempotencyKey?
  ) throws(Refusal) {
    guard let key else { return try handle(inputs, at: place, windows) }
    switch results.decision(on: key) {
    case .perform: break
    case .repeated(let result): return try result.get()
    case .unknown: throw .unknownIdempotencyKey
    }
    do throws(Refusal) {
      try handle(inputs, at: place, windows)
    } catch {
      // A temporary refusal is not stored, because a retry may succeed.
      if !error.isTemporary { results.record(.failure(error), of: key) }
      throw error
    }
    results.record(.success(()), of: key)
  }

  /// Renders the page if its state has changed, and wakes the streams if they have not sent the page yet.
  func refresh(_ program: Program) {
    observe(program)
    // A page load includes changes of shared values by other stores, even if their notifications are still pending.
    isRefreshing = true
    program.viewStore.catchUp()
    isRefreshing = false
    let rendered = program.rendered
    if rendered.isStale {
      let state = program.viewStore.state
      let location = app.location(of: state, after: rendered.location)
      let html = effects.render { withListWindows(rendered.windows) { app.screen(state) } }
      rendered.update(to: html, at: location, now: now())
    }
    guard rendered.revision != notifiedRevision else { return }
    notifiedRevision = rendered.revision
    streams.wake()
  }

  func observe(_ program: Program) {
    guard observation == nil else { return }
    let rendered = program.rendered
    // The first call reports the state that was already rendered.
    var isFirst = true
    // Weak, because the observation belongs to the actor.
    observation = program.viewStore.observe { [weak self] _ in
      guard !isFirst else { return isFirst = false }
      rendered.isStale = true
      self?.assumeIsolated { $0.didChange() }
    }
  }

  private func didChange() {
    if !isRefreshing, streams.count > 0 { scheduleJob(for: nil) }
    changeCount += 1
    scheduleSaving()
  }
}

// MARK: - Snapshots

extension SessionActor {
  /// Ends the session and throws unless it still owns its visitor, as far as this process knows.
  func checkLease() throws(Refusal) {
    guard !isClosed else { throw .moving }
    guard let storage, !storage.isHeld else { return }
    lose()
    throw .moving
  }

  /// Returns when a response may acknowledge all inputs so far.
  private func acknowledge() async throws(Refusal) {
    changeCount += 1
    if storage?.saving == .everyAction {
      do throws(Refusal) {
        return try await save()
      } catch {
        // The effects wait for it, also if the browser does not repeat the request.
        scheduleSaving(after: .seconds(1))
        throw error
      }
    }
    // The lease may have expired while the action was handled: another process would not know the action.
    try checkLease()
    scheduleSaving()
  }

  /// Lets the effects of a request wait until it is stored, if each action is.
  func holdEffects() {
    // A snapshot that is taken after the request has a greater number.
    if storage?.saving == .everyAction { effects.gate.hold(until: changeCount + 1) }
  }

  /// Stores everything up to now.
  ///
  /// Concurrent calls share a write, because only the latest snapshot counts.
  private func save() async throws(Refusal) {
    let target = changeCount
    while storedCount < target {
      if let writing {
        _ = await writing.result
        continue
      }
      guard !isClosed else { throw .moving }
      do {
        try await write().value
      } catch VisitorStoreError.leaseLost {
        lose()
        throw .moving
      } catch {
        storage?.report(error)
        throw .notStored
      }
    }
  }

  /// Starts to write the latest snapshot. When the task has ended, `writing` and `storedCount` are up to date.
  private func write() throws -> Task<Void, any Error> {
    let count = changeCount
    let data = try snapshot()
    let storage = storage
    let task = Task {
      defer { writing = nil }
      if let data { try await storage?.write(data) }
      storedCount = max(storedCount, count)
      effects.gate.didStore(storedCount)
    }
    writing = task
    return task
  }

  /// Encodes the state with the library's record; `nil` before the first request.
  private func snapshot() throws -> Data? {
    guard let current else { return try restored?.encoded() }
    refresh(current)
    guard let state = try current.program.encode?() else { return nil }
    let (html, revision) = (current.rendered.html, current.rendered.revision)
    let record = VisitorSnapshot.Record(
      revision: revision,
      digest: storage?.digest(html.markup),
      hasActed: hasActed,
      account: account(),
      answers: results.answers
    )
    return try VisitorSnapshot(record: record, state: state).encoded()
  }

  /// Stores the snapshot soon, as the level of saving says.
  ///
  /// - Parameter pause: The time before it, after a failure.
  private func scheduleSaving(after pause: Duration? = nil) {
    guard let storage, saver == nil, !isClosed, storedCount < changeCount else { return }
    saver = Task { [weak self] in
      if let pause { guard (try? await storage.sleep(pause)) != nil else { return } }
      if case .quiet(let interval) = storage.saving {
        for _ in 1...4 {
          let before = await self?.changeCount
          guard (try? await storage.sleep(interval / 4)) != nil else { return }
          if await self?.changeCount == before { break }
        }
      }
      await self?.saveScheduled()
    }
  }

  private func saveScheduled() async {
    var pause: Duration?
    do throws(Refusal) {
      try await save()
    } catch {
      // A storage can fail at once, again and again.
      pause = .seconds(1)
    }
    // Changes until here start no other task.
    saver = nil
    scheduleSaving(after: pause)
  }

  /// Stores the snapshot again, so that it does not expire while the session is in use.
  func refreshStoredSnapshot() async {
    changeCount += 1
    if (try? await save()) == nil { scheduleSaving(after: .seconds(1)) }
  }

  /// Ends the session for this process. It handles no further input, and its effects are canceled.
  ///
  /// - Parameter storesSnapshot: Whether to store the last state.
  /// - Returns: The lease to release; `nil` if there is none.
  func close(storesSnapshot: Bool) async -> VisitorLease? {
    guard !isClosed else { return nil }
    isClosed = true
    saver?.cancel()
    while let writing { _ = await writing.result }
    do {
      let data = storesSnapshot ? try snapshot() : nil
      end()
      if let data { try await storage?.write(data) }
    } catch {
      end()
      if error as? VisitorStoreError != .leaseLost { storage?.report(error) }
    }
    return storage?.lease
  }

  /// Continues under another lease, because the identifier of the session was renewed.
  ///
  /// - Returns: The old lease.
  func move(to lease: VisitorLease) async -> VisitorLease? {
    while let writing { _ = await writing.result }
    let old = storage?.lease
    storage?.lease = lease
    await refreshStoredSnapshot()
    return old
  }

  private func lose() {
    guard !isClosed else { return }
    isClosed = true
    saver?.cancel()
    end()
    storage?.didLose()
  }

  /// Releases the store, which cancels its effects.
  private func end() {
    observation = nil
    current = nil
    restored = nil
  }
}
