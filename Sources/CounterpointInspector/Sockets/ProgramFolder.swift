public import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The folder in which the programs of a user listen, and in which clients find them by name.
///
/// Each program has a socket `NAME-PROCESS.socket` and a file `NAME-PROCESS.token`. Only the owner may read the folder.
@_spi(Internals) public struct ProgramFolder: Hashable, Sendable {
  /// The absolute path.
  public let path: String

  /// Names a folder, which need not exist.
  public init(_ path: String) {
    self.path = path
  }

  /// The folder of the current user.
  public static func current(environment: [String: String] = ProcessInfo.processInfo.environment) -> Self {
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") { return Self("\(runtime)/counterpoint") }
    return Self("/tmp/counterpoint-\(getuid())")
  }

  /// A program that listens.
  public struct Program: Hashable, Sendable {
    /// The name that the program listens under.
    public let name: String
    /// The process id.
    public let process: Int32
    /// The path of its socket.
    public let socket: String
    /// The path of the file with its token, which only the user can read.
    public let tokenFile: String
  }

  /// The files of a program. Characters of the name that are not common in file names are replaced by `_`.
  public func program(_ name: String, process: Int32) -> Program {
    let name = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) ? $0 : "_" })
    let stem = "\(path)/\(name)-\(process)"
    return Program(name: name, process: process, socket: "\(stem).socket", tokenFile: "\(stem).token")
  }

  /// Creates the folder. An existing one must belong to the current user, and no other user may enter it.
  public func create() throws(InspectionError) {
    _ = unsafe mkdir(path, 0o700)
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else {
      throw InspectionError("The folder '\(path)' can't be created: \(SystemCallError("mkdir")).")
    }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid(), status.st_mode & 0o077 == 0 else {
      throw InspectionError(
        "The folder '\(path)' must belong to the current user, and no other user may have access. Remove it."
      )
    }
  }

  /// The programs that seem to listen, the newest process last. Some may have ended.
  public var programs: [Program] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.compactMap { name in
      guard name.hasSuffix(".socket"), let dash = name.lastIndex(of: "-"),
        let process = Int32(name[name.index(after: dash)...].dropLast(".socket".count))
      else { return nil }
      return program(String(name[..<dash]), process: process)
    }
    .sorted { ($0.process, $0.name) < ($1.process, $1.name) }
  }

  /// Removes the files of a program that does not listen any more.
  public func remove(_ program: Program) {
    _ = unsafe unlink(program.socket)
    _ = unsafe unlink(program.tokenFile)
  }

  /// Writes the token of a program into its file.
  public func write(_ token: String, of program: Program) throws(InspectionError) {
    _ = unsafe unlink(program.tokenFile)
    let number = unsafe open(program.tokenFile, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard number >= 0 else {
      throw InspectionError("The file '\(program.tokenFile)' can't be created: \(SystemCallError("open")).")
    }
    let handle = FileHandle(fileDescriptor: number, closeOnDealloc: true)
    do {
      try handle.write(contentsOf: Data(token.utf8))
    } catch {
      throw InspectionError("The file '\(program.tokenFile)' can't be written: \(error).")
    }
  }

  /// Reads the token of a program.
  public func token(of program: Program) throws(InspectionError) -> String {
    guard let data = FileManager.default.contents(atPath: program.tokenFile) else {
      throw InspectionError("The token of '\(program.name)' can't be read from '\(program.tokenFile)'.")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
