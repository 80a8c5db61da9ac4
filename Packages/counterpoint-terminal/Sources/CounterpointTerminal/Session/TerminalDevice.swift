internal import CounterpointTerminalSignals
@_spi(Internals) internal import CounterpointSupport

/// The terminal of a session: its content, its mode, and how to restore it.
///
/// The program draws from any thread. The event loop's thread writes pending output, suspends and resumes the terminal,
/// and ends it after a signal. The device has no reference to the session, so the event loop doesn't keep the session
/// alive.
final class TerminalDevice: Sendable {
  enum Phase {
    /// The session shows its screen.
    case open
    /// Another process uses the terminal, because this one is stopped. The last drawn screen is shown later.
    case suspended
    /// Another process uses the terminal, and this one waits for it.
    case released
    /// The terminal is restored for good.
    case ended
  }

  struct Display {
    var phase = Phase.open
    var renderer: ScreenRenderer
    /// The last drawn screen, even if it was not shown yet.
    var screen: Screen?
    /// Whether `screen` is not rendered yet. A newer screen replaces it. Only written screens are rendered, so skipped
    /// screens don't affect the difference.
    var isDirty = false
    var backlog = OutputBacklog()
    var pacer = FramePacer()
    /// Whether the event loop waits to write the pending output.
    var isWatched = false
    /// The number of running bodies of `released`.
    var releases = 0
    /// The callers of `release` that wait for the event loop.
    var releasing: [CheckedContinuation<Void, Never>] = []

    var isPending: Bool { phase == .open && (isDirty || !backlog.isEmpty) }
  }

  /// The events that the event loop has to wait for.
  struct PendingOutput {
    /// Whether the terminal must accept bytes first.
    var isBlocked = false
    /// The time of the next frame, if one is pending.
    var frameTime: ContinuousClock.Instant?
  }

  /// The notice that ends the event loop. No signal has this number.
  static let endNotice: UInt8 = 255
  /// The notice that suspends the process, like Ctrl-Z.
  static let suspendNotice: UInt8 = 254
  /// The notice that wakes the event loop.
  static let wakeNotice: UInt8 = 253

  let descriptors: TerminalDescriptors
  let events: EventQueue
  private let fallbackSize: TerminalSize
  private let options: TerminalOptions
  /// Held during writes, so frames and mode changes don't interleave. Never held for long, because no write waits.
  let display: Locked<Display>
  /// A separate lock, so reading the size never waits for a frame.
  private let knownSize: Locked<TerminalSize>
  private let knownWidths = Locked(ClusterWidths())
  /// The replies to the question in the first output of the session; `nil` if it asks nothing.
  let expectedReplies: KeyDecoder.ExpectedReplies?

  /// Claims the terminal and enters raw mode.
  init(
    descriptors: TerminalDescriptors,
    capabilities: TerminalCapabilities,
    options: TerminalOptions,
    fallbackSize: TerminalSize,
    restoreTimeout: Duration,
    events: EventQueue
  ) throws(TerminalError) {
    self.descriptors = descriptors
    self.fallbackSize = fallbackSize
    self.options = options
    self.events = events
    let renderer = ScreenRenderer(
      colorSupport: capabilities.colorSupport,
      ambiguousWidth: options.ambiguousWidth,
      display: options.display
    )
    display = Locked(Display(renderer: renderer))
    let size = options.display.size(of: Self.size(of: descriptors.output) ?? fallbackSize)
    knownSize = Locked(size)
    let question = options.asksForWidths ? WidthQuestion.bytes(for: options.display, size: size) : nil
    expectedReplies = question == nil ? nil : options.display == .alternateScreen ? .belowFirstRow : .all
    let leave = EscapeCodes.leave(options.display, reportsMouse: options.reportsMouse)
    let failure = unsafe counterpoint_terminal_claim(
      descriptors.input,
      descriptors.output,
      descriptors.isShared,
      leave,
      Int32(leave.count),
      restoreTimeout.wholeMilliseconds
    )
    // EBUSY is 16 on every supported system.
    if failure == 16 { throw .alreadyOpen }
    if failure != 0 { throw .system(call: "tcgetattr", code: failure) }
    let refusal = counterpoint_terminal_enter()
    if refusal != 0 {
      counterpoint_terminal_end(false)
      counterpoint_terminal_release()
      throw .system(call: "tcsetattr", code: refusal)
    }
    display.withLock { display in
      display.backlog.append(enterCodes)
      if let question {
        counterpoint_terminal_set_awaits_reply(true)
        display.backlog.append(question)
      }
      // The event loop detects a lost terminal.
      _ = display.backlog.write(to: descriptors.output)
    }
    events.send([.resize(size)])
  }

  private var enterCodes: [UInt8] { EscapeCodes.enter(options.display, reportsMouse: options.reportsMouse) }

  var size: TerminalSize { knownSize.withLock { $0 } }

  /// The widths of the characters about which terminals disagree.
  var clusterWidths: ClusterWidths { knownWidths.withLock { $0 } }

  /// Whether the frame rate allows another frame now.
  var isFrameDue: Bool { display.withLock { $0.pacer.isDue(at: .now) } }

  /// Shows a screen as soon as a frame is due and the terminal accepts bytes.
  func draw(_ screen: Screen) {
    change { display in
      display.screen = screen
      display.isDirty = true
    }
  }

  /// Reads the terminal's size, and redraws the last screen if the size has changed.
  func refreshSize() {
    guard updateSize() else { return }
    events.send([.resize(size)])
    change { display in display.isDirty = display.screen != nil }
  }

  /// Uses the terminal's widths of characters, and redraws the last screen if they differ from the assumed ones.
  func use(_ widths: ClusterWidths) {
    let isNew = knownWidths.withLock { known in
      defer { known = widths }
      return known != widths
    }
    guard isNew else { return }
    change { display in
      display.renderer.clusterWidths = widths
      display.isDirty = display.screen != nil
    }
    // The program lays out its screen again.
    events.send([.resize(size)])
  }

  /// Returns the events that the event loop must wait for.
  func pendingOutput() -> PendingOutput {
    display.withLock { display in
      display.isWatched = display.isPending
      guard display.isPending else { return PendingOutput() }
      return PendingOutput(
        isBlocked: !display.backlog.isEmpty,
        frameTime: display.backlog.isEmpty ? display.pacer.nextDue ?? .now : nil
      )
    }
  }

  /// Writes pending output. Called on the event loop's thread.
  func advance() {
    let isLost = display.withLock { display in display.isPending && !write(&display) }
    if isLost { end(.interrupted(.hangUp)) }
  }

  /// Asks the event loop to suspend the process. Sends no notice after the end, because the pipe may belong to another
  /// session.
  func requestSuspension() {
    display.withLock { display in
      if display.phase != .ended { counterpoint_terminal_notify(Self.suspendNotice) }
    }
  }

  /// Restores the terminal, stops the process, and resumes after it continues. Called on the event loop's thread.
  ///
  /// - Parameters:
  ///   - signal: The signal that stops the process: SIGTSTP, SIGTTIN or SIGTTOU.
  ///   - wholeJob: Whether to stop the other processes of the job too.
  func suspend(by signal: Int32, wholeJob: Bool) {
    guard counterpoint_terminal_can_stop(signal) else { return }
    if isReleased {
      // The other program has restored the terminal, and uses it again after it continues.
      counterpoint_terminal_stop(signal, wholeJob)
      return
    }
    let isOpen = display.withLock { display in
      guard display.phase == .open else { return false }
      display.phase = .suspended
      return true
    }
    guard isOpen else { return }
    // Not under the lock, because this call may wait for the terminal, and a draw must not wait.
    counterpoint_terminal_leave()
    if counterpoint_terminal_requested_end() == 0 { counterpoint_terminal_stop(signal, wholeJob) }
    resume()
  }

  /// Enters raw mode again, after other processes may have used the terminal. Called on the event loop's thread.
  func resume() {
    let isResized = updateSize()
    let phase = display.withLock { display in
      guard display.phase == .open || display.phase == .suspended else { return Phase.ended }
      guard counterpoint_terminal_enter() == 0 else { return Phase.suspended }
      display.phase = .open
      display.renderer.invalidate()
      // The rest of an interrupted frame belongs to a screen that is no longer shown.
      display.backlog.removeAll()
      display.backlog.append(enterCodes)
      display.isDirty = display.screen != nil
      display.pacer = FramePacer()
      return write(&display) ? Phase.open : Phase.suspended
    }
    switch phase {
    case .ended, .released: break
    case .suspended: end(.interrupted(.hangUp))
    case .open: events.send(isResized ? [.resumed, .resize(size)] : [.resumed])
    }
  }

  /// Restores the terminal for good and ends the events. Idempotent.
  ///
  /// Waits for a terminal that accepts no bytes, up to the restore timeout.
  ///
  /// - Parameter last: The event before the end. After ``TerminalSignal/hangUp``, SIGHUP has no effect, so a program
  ///   without its terminal can still clean up.
  func end(_ last: TerminalEvent? = nil) {
    let waiting: [CheckedContinuation<Void, Never>]? = display.withLock { display in
      guard display.phase != .ended else { return nil }
      // Shows the last screen if the terminal accepts it now, for recordings of the session.
      display.pacer = FramePacer()
      if display.isPending { _ = write(&display) }
      display.phase = .ended
      defer { display.releasing = [] }
      return display.releasing
    }
    guard let waiting else { return }
    counterpoint_terminal_end(last == .interrupted(.hangUp))
    counterpoint_terminal_notify(Self.endNotice)
    events.finish(last)
    for caller in waiting { caller.resume() }
  }

  /// Changes the display, and writes as much as possible. The event loop writes the rest.
  private func change(_ body: (inout Display) -> Void) {
    let isLost = display.withLock { display in
      body(&display)
      // With a backlog, the event loop already waits for the terminal.
      guard display.isPending, display.backlog.isEmpty else { return false }
      guard write(&display) else { return true }
      if display.isPending, !display.isWatched {
        display.isWatched = true
        counterpoint_terminal_notify(Self.wakeNotice)
      }
      return false
    }
    if isLost { end(.interrupted(.hangUp)) }
  }

  /// Writes the backlog, and the next frame if it is due. Returns `false` if the terminal is gone.
  private func write(_ display: inout Display) -> Bool {
    // A crash or `exit` on another thread has already restored the terminal.
    guard counterpoint_terminal_is_entered() else {
      display.backlog.removeAll()
      display.isDirty = false
      return true
    }
    switch display.backlog.write(to: descriptors.output) {
    case .lost: return false
    case .blocked: return true
    case .done: break
    }
    let now = ContinuousClock.now
    guard display.isDirty, let screen = display.screen, display.pacer.isDue(at: now) else { return true }
    display.isDirty = false
    let bytes = display.renderer.render(screen, size: size)
    guard !bytes.isEmpty else { return true }
    display.pacer.begin(at: now)
    display.backlog.append(bytes)
    return display.backlog.write(to: descriptors.output) != .lost
  }

  private func updateSize() -> Bool {
    let current = options.display.size(of: Self.size(of: descriptors.output) ?? fallbackSize)
    return knownSize.withLock { known in
      defer { known = current }
      return known != current
    }
  }

  private static func size(of descriptor: Int32) -> TerminalSize? {
    var (columns, rows): (Int32, Int32) = (0, 0)
    guard unsafe counterpoint_terminal_size(descriptor, &columns, &rows) == 0, columns > 0, rows > 0 else {
      return nil
    }
    return TerminalSize(columns: Int(columns), rows: Int(rows))
  }
}
