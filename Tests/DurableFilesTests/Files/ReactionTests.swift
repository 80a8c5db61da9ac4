import CounterpointTestSupport
@_spi(Internals) import CounterpointSupport
@_spi(Internals) import DurableFiles
import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The errors of system calls that file systems are known to have.
private let codes: [Int32] = [
  EPERM, ENOENT, EIO, ENXIO, EBADF, EAGAIN, ENOMEM, EACCES, EBUSY, EEXIST, EXDEV, ENODEV, ENOTDIR, EISDIR, EINVAL,
  ENFILE, EMFILE, ETXTBSY, EFBIG, ENOSPC, EROFS, EMLINK, ELOOP, ENAMETOOLONG, ENOLCK, ENOSYS, ENOTEMPTY, ENOTSUP,
  ETIMEDOUT, ENOTCONN, ESTALE, EDQUOT,
]

/// Each system call of a write fails with each error, and the contents, the error and the folder are what the table of
/// reactions says.
@Suite(.ends) struct ReactionTests {
  private let new = Data("new".utf8)

  /// A call of a write, and its step in the table. Calls without a step can't fail for a reason that depends on it.
  private struct Call {
    let name: SystemCall.Name
    let path: String
    var step: WriteStep?
  }

  private func prepare(_ folder: Folder) throws {
    try folder.makeFolder("sub")
    try folder.put("old", "sub/value")
    #expect(unsafe chmod(folder("sub/value").path, 0o664) == 0)
    // The lock file exists.
    try folder.file("sub/value").withLock { _ in }
  }

  /// The calls of a write in which nothing fails, with their steps.
  private func calls() throws -> [Call] {
    let folder = try Folder()
    try prepare(folder)
    let log = CallLog()
    try folder.file("sub/value", layer: .logged(in: log)).write(new)
    var calls = log.calls.map { Call(name: $0.name, path: $0.path.replacingOccurrences(of: folder.url.path, with: "")) }
    let rename = try #require(calls.firstIndex { $0.name == .rename })
    for (number, call) in calls.enumerated() {
      let isTemporary = call.path.contains("~"), isFolder = call.path == "/sub", isLock = call.path.hasSuffix(".lock")
      calls[number].step =
        switch call.name {
        case .lock: .lock
        case .access: .checkAccess
        case .open where isFolder: .openFolder
        case .open where isTemporary: .create
        case .write: .write
        case .chown where isTemporary: .changeOwner
        case .chmod where isTemporary: .changePermissions
        case .attribute where call.path == "/sub/value": .changeAttributes
        case .fsync where isTemporary: .synchronize
        case .close where isTemporary: .close
        case .rename: .rename
        case .stat where number > rename && !isLock: .readMetadata
        case .fsync where isFolder: .synchronizeFolder
        case .close where isFolder: .closeFolder
        default: nil
        }
    }
    return calls
  }

  @Test func eachStepHasACall() throws {
    let steps = Set(try calls().compactMap(\.step))
    #expect(steps == Set(WriteStep.allCases).subtracting([.changeOwner]))
  }

  @Test func eachErrorOfEachCallHasTheReactionOfTheTable() throws {
    let calls = try calls()
    let rename = try #require(calls.firstIndex { $0.name == .rename })
    var count = 0
    for code in codes {
      for (number, call) in calls.enumerated() {
        // A lock that is held by another process is waited for, a file or attribute that is missing is none, and a
        // folder that is missing is created.
        if call.name == .lock, code == EAGAIN { continue }
        guard let step = call.step else { continue }
        if step == .openFolder, code == ENOENT { continue }
        let folder = try Folder()
        try prepare(folder)
        let notices = Locked<[DurableFileNotice]>([])
        let layer = FileLayer.failing(at: number, code).notifying { notice in notices.withLock { $0.append(notice) } }
        let result = Result { try folder.file("sub/value", layer: layer).write(new) }
        let place = Comment(rawValue: "call \(number), \(call.name) \(call.path), error \(code)")
        let reaction = FailureReaction(to: step, code: code)
        count += 1
        switch reaction {
        case .fails:
          #expect(number <= rename, place)
          #expect(failure(result)?.code == code, place)
        case .writesInPlace, .isInDoubt:
          // The injected error comes before the call, so nothing was renamed, and the path is no mount point.
          #expect(failure(result)?.code == code, place)
        case .isIgnored:
          #expect(throws: Never.self, place) { try result.get() }
        case .goesOn(let kind):
          let isOptional = step == .changeAttributes && [ENOTSUP, EOPNOTSUPP, ENOSYS, EPERM].contains(code)
          #expect(throws: Never.self, place) { try result.get() }
          #expect(notices.withLock { $0.map(\.kind) } == (isOptional ? [] : [kind]), place)
        case .isNotDurable:
          guard case .failure(DurableFileError.notDurable(folder("sub").path, let error)) = result else {
            Issue.record(place)
            continue
          }
          #expect(error.code == code, place)
        }
        let isOld = [.fails, .writesInPlace, .isInDoubt].contains(reaction)
        #expect(folder.text("sub/value") == (isOld ? "old" : "new"), place)
        #expect(folder.names == ["sub", "sub/value"], place)
        let permissions = try folder.permissions("sub/value")
        #expect(permissions == (reaction == .goesOn(.permissionsAreNotKept) ? 0o600 : 0o664), place)
      }
    }
    #expect(count > 400)
  }

  private func failure(_ result: Result<Void, any Error>) -> SystemCallError? {
    if case .failure(let error) = result { error as? SystemCallError } else { nil }
  }

  /// A server that repeats a request after a restart answers that the file does not exist, because it has renamed it.
  @Test(arguments: [EIO, ENOENT, ESTALE, ETIMEDOUT])
  func aRenamingWhoseAnswerIsLostIsASuccess(code: Int32) throws {
    let folder = try Folder()
    try folder.put("old")
    let layer = FileLayer { call in
      guard call.name == .rename else { return }
      for name in folder.names where name.contains("~") {
        #expect(move(folder(name).path, call.path) == 0)
      }
      throw SystemCallError(call: .rename, path: call.path, code: code)
    }
    try folder.file(layer: layer).write(new)
    #expect(folder.text() == "new")
    #expect(folder.names == ["value"])
  }

  @Test func aServerThatIsLostDuringTheRenamingLeavesTheOutcomeUnknown() throws {
    let folder = try Folder()
    try folder.put("old")
    let isLost = Locked(false)
    let layer = FileLayer { call in
      if call.name == .rename { isLost.withLock { $0 = true } }
      if isLost.withLock({ $0 }), [.rename, .stat].contains(call.name) {
        throw SystemCallError(call: call.name, path: call.path, code: ESTALE)
      }
    }
    let error = #expect(throws: DurableFileError.self) { try folder.file(layer: layer).write(new) }
    guard case .unknownOutcome(folder().path, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// The owner of such a folder may create and rename files in it.
  @Test(.enabled(if: geteuid() == 0)) func aFolderThatMayNotBeReadIsWritten() throws {
    let folder = try Folder()
    try folder.makeFolder("sub")
    #expect(unsafe chown(folder("sub").path, 4_321, 4_321) == 0)
    #expect(unsafe chmod(folder("sub").path, 0o300) == 0)
    #expect(unsafe chmod(folder.url.path, 0o755) == 0)
    let program = try Program("write-as", folder("sub/value").path, "4321", "4321")
    #expect(program.line() == "written")
    #expect(program.end() == 0)
    #expect(folder.text("sub/value") == "new")
  }

  @Test func aFileSystemWithoutLocksExcludesThreads() throws {
    let folder = try Folder()
    let file = folder.file(layer: FileLayer.failing([.lock], ENOLCK).notifying { _ in })
    try file.write(new)
    #expect(folder.text() == "new")
    let error = #expect(throws: SystemCallError.self) { try file.withLock { _ in } }
    #expect(error?.code == ENOLCK && error?.reason.contains("no locks between processes") == true)
    DispatchQueue.concurrentPerform(iterations: 20) { number in
      #expect(throws: Never.self) { try file.write(Data("\(number)".utf8)) }
    }
    #expect(folder.names == ["value"])
  }
}

private func move(_ old: String, _ new: String) -> Int32 { unsafe rename(old, new) }
