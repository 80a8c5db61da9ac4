@_spi(Internals) import CounterpointSupport
@_spi(Internals) import DurableFiles

/// The system calls that were made.
final class CallLog: Sendable {
  private let log = Locked<[SystemCall]>([])

  var calls: [SystemCall] { log.withLock { $0 } }
  var names: [SystemCall.Name] { calls.map(\.name) }

  func note(_ call: SystemCall) { log.withLock { $0.append(call) } }
}

/// The code of calls after a simulated crash.
let crash: Int32 = 9_999

extension FileLayer {
  /// A layer that logs all calls.
  static func logged(in log: CallLog) -> FileLayer {
    FileLayer { log.note($0) }.notifying { _ in }
  }

  /// A layer in which a call fails, counted from 0.
  static func failing(at number: Int, _ code: Int32) -> FileLayer {
    let log = CallLog()
    return FileLayer { call in
      log.note(call)
      if log.calls.count == number + 1 { throw SystemCallError(call: call.name, path: call.path, code: code) }
    }.notifying { _ in }
  }

  /// A layer in which all calls of some kinds fail.
  static func failing(_ names: Set<SystemCall.Name>, _ code: Int32) -> FileLayer {
    FileLayer { call in
      if names.contains(call.name) { throw SystemCallError(call: call.name, path: call.path, code: code) }
    }.notifying { _ in }
  }

  /// A layer in which all calls fail from one on, as if the process had crashed.
  static func crashing(at number: Int) -> FileLayer {
    let log = CallLog()
    return FileLayer { call in
      log.note(call)
      if log.calls.count > number { throw SystemCallError(call: call.name, path: call.path, code: crash) }
    }.notifying { _ in }
  }
}
