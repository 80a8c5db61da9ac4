internal import CounterpointTerminalSignals
internal import CounterpointSupport

/// The terminal behind a session: what it shows, whether it is in raw mode, and how it gets back.
///
/// The program draws on it from any thread; the event loop's thread writes what the terminal could not take at once,
/// suspends and resumes it, and ends it when a signal says so. It has no reference to the session, so that the event
/// loop does not keep the session alive.
final class TerminalDevice: Sendable {
  enum Phase {
    /// The screen belongs to the session.
    case open
    /// The screen belongs to another process; what is drawn is kept for later.
    case suspended
    /// The screen was given back for good.
    case ended
  }

  private struct Display {
    var phase = Phase.open
    var renderer: ScreenRenderer
    /// The screen that was drawn last, even if it has not been shown.
    var screen: Screen?
    /// Whether `screen` waits to be rendered. A newer screen replaces it, and the difference is computed when it is
    /// written, so a screen that was left out needs no care.
    var isDirty = false
    var backlog = OutputBacklog()
    var pacer = FramePacer()
    /// Whether the event loop waits for what is pending.
    var isWatched = false

    var isPending: Bool { phase == .open && (isDirty || !backlog.isEmpty) }
  }

  /// The events that the event loop has to wait for.
  struct PendingOutput {
    /// Whether the terminal has to take bytes first.
    var isBlocked = false
    /// The time of the next frame, if one is waiting.
    var frameTime: ContinuousClock.Instant?
  }

  /// The notice that tells the event loop to end. No signal has this number.
  static let endNotice: UInt8 = 255
  /// The notice that asks for what Ctrl-Z does.
  static let suspendNotice: UInt8 = 254
  /// The notice that makes the event loop read its tasks again.
  static let wakeNotice: UInt8 = 253

  let descriptors: TerminalDescriptors
  let events: EventQueue
  private let fallbackSize: TerminalSize
  /// Held while bytes go to the terminal, so that frames and mode changes don't mix. Never held for long, because no
  /// write waits.
  private let display: Locked<Display>
  /// Apart from `display`, so that reading the size never waits for a frame.
  private let knownSize: Locked<TerminalSize>

  /// Claims the terminal and enters raw mode.
  init(
    descriptors: TerminalDescriptors,
    capabilities: TerminalCapabilities,
    ambiguousWidth: AmbiguousWidth,
    fallbackSize: TerminalSize,
    farewellLimit: Duration,
    events: EventQueue
  ) throws(TerminalError) {
    self.descriptors = descriptors
    self.fallbackSize = fallbackSize
    self.events = events
    let renderer = ScreenRenderer(colorSupport: capabilities.colorSupport, ambiguousWidth: ambiguousWidth)
    display = Locked(Display(renderer: renderer))
    knownSize = Locked(Self.size(of: descriptors.output) ?? fallbackSize)
    let leave = EscapeCodes.leave
    let failure = unsafe counterpoint_terminal_claim(
      descriptors.input,
      descriptors.output,
      descriptors.isShared,
      leave,
      Int32(leave.count),
      farewellLimit.wholeMilliseconds
    )
    // EBUSY has this number on every system.
    if failure == 16 { throw .alreadyOpen }
    if failure != 0 { throw .system(call: "tcgetattr", code: failure) }
    let refusal = counterpoint_terminal_enter()
    if refusal != 0 {
      counterpoint_terminal_end(false)
      counterpoint_terminal_release()
      throw .system(call: "tcsetattr", code: refusal)
    }
    display.withLock { display in
      display.backlog.append(EscapeCodes.enter)
      // A loss is found by the event loop.
      _ = display.backlog.write(to: descriptors.output)
    }
  }

  var size: TerminalSize { knownSize.withLock { $0 } }

  /// Whether the last frame is old enough for another one.
  var isFrameDue: Bool { display.withLock { $0.pacer.isDue(at: .now) } }

  /// Shows a screen at once if a frame is due and the terminal takes bytes; otherwise when both is the case.
  func draw(_ screen: Screen) {
    change { display in
      display.screen = screen
      display.isDirty = true
    }
  }

  /// Reads the terminal's size, and draws the last screen again if it has changed.
  func refreshSize() {
    guard updateSize() else { return }
    events.send([.resize(size)])
    change { display in display.isDirty = display.screen != nil }
  }

  /// Returns the events that the event loop has to wait for from now on.
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

  /// Writes what the terminal takes now. On the event loop's thread.
  func advance() {
    let isLost = display.withLock { display in display.isPending && !write(&display) }
    if isLost { end(.interrupted(.hangUp)) }
  }

  /// Asks the event loop to suspend. After the end no thread reads the notice, and the pipe may belong to another
  /// session.
  func requestSuspension() {
    display.withLock { display in
      if display.phase != .ended { counterpoint_terminal_notify(Self.suspendNotice) }
    }
  }

  /// Gives the terminal back, stops the process, and returns after it was continued. On the event loop's thread.
  ///
  /// - Parameter wholeJob: Whether the other processes of the job are stopped, too.
  func suspend(wholeJob: Bool) {
    guard counterpoint_terminal_can_stop() else { return }
    let isOpen = display.withLock { display in
      guard display.phase == .open else { return false }
      display.phase = .suspended
      return true
    }
    guard isOpen else { return }
    // Not under the lock, because it may wait for the terminal, and a draw must not.
    counterpoint_terminal_leave()
    if counterpoint_terminal_requested_end() == 0 { counterpoint_terminal_stop(wholeJob) }
    resume()
  }

  /// Takes the terminal (again), after others may have used it. On the event loop's thread.
  func resume() {
    let isResized = updateSize()
    let phase = display.withLock { display in
      guard display.phase != .ended else { return Phase.ended }
      guard counterpoint_terminal_enter() == 0 else { return Phase.suspended }
      display.phase = .open
      display.renderer.invalidate()
      // The rest of a frame that was cut off is part of a screen that is no longer there.
      display.backlog.removeAll()
      display.backlog.append(EscapeCodes.enter)
      display.isDirty = display.screen != nil
      display.pacer = FramePacer()
      return write(&display) ? Phase.open : Phase.suspended
    }
    switch phase {
    case .ended: break
    case .suspended: end(.interrupted(.hangUp))
    case .open: events.send(isResized ? [.resumed, .resize(size)] : [.resumed])
    }
  }

  /// Gives the terminal back for good and ends the events. Only the first call has an effect.
  ///
  /// Waits for a terminal that takes no bytes, up to the limit of the farewell.
  ///
  /// - Parameter last: The event before the end. After ``TerminalSignal/hangUp`` the signal of that name has no
  ///   effect, so that a program whose terminal is gone can still end in order.
  func end(_ last: TerminalEvent? = nil) {
    let isFirst = display.withLock { display in
      guard display.phase != .ended else { return false }
      // The last screen is shown if the terminal takes it now, for those who read a recording.
      display.pacer = FramePacer()
      if display.isPending { _ = write(&display) }
      display.phase = .ended
      return true
    }
    guard isFirst else { return }
    counterpoint_terminal_end(last == .interrupted(.hangUp))
    counterpoint_terminal_notify(Self.endNotice)
    events.finish(last)
  }

  /// Changes what is to be shown, and writes what can be written now. Leaves the rest to the event loop.
  private func change(_ body: (inout Display) -> Void) {
    let isLost = display.withLock { display in
      body(&display)
      // A terminal that takes no bytes is watched already.
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

  /// Writes the backlog, and the next frame if it is due; `false` if the terminal is gone.
  private func write(_ display: inout Display) -> Bool {
    // After a crash or `exit` on another thread the screen does not belong to the session any more.
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
    let current = Self.size(of: descriptors.output) ?? fallbackSize
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
