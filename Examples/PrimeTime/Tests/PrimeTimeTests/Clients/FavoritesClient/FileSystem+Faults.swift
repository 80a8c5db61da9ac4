import Synchronization

@testable import PrimeTime

/// The name of a closure of `FileSystem`.
enum SystemCall: Sendable {
  case open, status, read, write, setPermissions, synchronize, close, rename, remove, makeFolder, readLink
}

extension FileSystem {
  /// The same file system, with a look before each call. If the look throws, the call is not made and fails with that
  /// error, except `close`, which is made all the same: it always closes.
  func before(_ look: @escaping @Sendable (SystemCall) throws(SystemCallError) -> Void) -> Self {
    Self(
      open: { path, flags, permissions throws(SystemCallError) in
        try look(.open)
        return try open(path, flags, permissions)
      },
      status: { descriptor throws(SystemCallError) in
        try look(.status)
        return try status(descriptor)
      },
      read: { descriptor, count throws(SystemCallError) in
        try look(.read)
        return try read(descriptor, count)
      },
      write: { descriptor, bytes throws(SystemCallError) in
        try look(.write)
        return try write(descriptor, bytes)
      },
      setPermissions: { descriptor, permissions throws(SystemCallError) in
        try look(.setPermissions)
        try setPermissions(descriptor, permissions)
      },
      synchronize: { descriptor throws(SystemCallError) in
        try look(.synchronize)
        try synchronize(descriptor)
      },
      close: { descriptor throws(SystemCallError) in
        try close(descriptor)
        try look(.close)
      },
      rename: { from, to throws(SystemCallError) in
        try look(.rename)
        try rename(from, to)
      },
      remove: { path throws(SystemCallError) in
        try look(.remove)
        try remove(path)
      },
      makeFolder: { path, permissions throws(SystemCallError) in
        try look(.makeFolder)
        try makeFolder(path, permissions)
      },
      readLink: { path throws(SystemCallError) in
        try look(.readLink)
        return try readLink(path)
      }
    )
  }

  /// Writes its calls into a log.
  func logged(in log: CallLog) -> Self {
    before { call in log.calls.withLock { $0.append(call) } }
  }

  /// Fails at the call with this number, counted from 0, and at no other.
  func failing(at number: Int, with code: Int32) -> Self {
    let next = Counter()
    return before { _ throws(SystemCallError) in
      if next.next() == number { throw SystemCallError(code) }
    }
  }

  /// Fails at every call of a kind.
  func failing(at failing: SystemCall, with code: Int32) -> Self {
    before { call throws(SystemCallError) in
      if call == failing { throw SystemCallError(code) }
    }
  }

  /// Does nothing any more from the call with this number on: what is on disk then is what a crash leaves there.
  func crashing(at number: Int) -> Self {
    let next = Counter()
    return before { _ throws(SystemCallError) in
      if next.next() >= number { throw SystemCallError(Self.crash) }
    }
  }

  /// An error that no system call has.
  static let crash: Int32 = 99_999
}

final class CallLog: Sendable {
  let calls = Mutex<[SystemCall]>([])
}

private final class Counter: Sendable {
  private let count = Atomic(0)

  func next() -> Int { count.add(1, ordering: .relaxed).oldValue }
}
