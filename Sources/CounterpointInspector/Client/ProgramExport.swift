import CounterpointRecording
public import Foundation

/// Writes the lines of a program into a file, which is a recording then.
@_spi(Internals) public struct ProgramExport {
  /// The number of actions that were written.
  public private(set) var actions = 0

  private let open: () throws -> FileHandle
  /// Open from the first line on, so that a program that refuses changes no file.
  private var file: FileHandle?
  private let store: Int?
  private let follows: Bool

  /// Creates an export.
  ///
  /// - Parameters:
  ///   - open: Opens the file for writing. Called when there is a line to write.
  ///   - store: The number of the only store to be written; `nil` for all.
  ///   - follows: Whether it goes on until the program ends. Otherwise it ends with what has happened.
  public init(to open: @escaping () throws -> FileHandle, store: Int? = nil, follows: Bool = false) {
    self.open = open
    self.store = store
    self.follows = follows
  }

  /// Writes until the end. Blocks.
  ///
  /// - Throws: An ``InspectionError`` if the program refuses, if it has no such store, or if its lines come faster than
  ///   they are written. The error of the file system.
  public mutating func run(at address: SocketAddress, token: String) throws {
    let (descriptor, reader, _) = try InspectorConnection.open(address, token: token)
    defer { descriptor.shutDown() }
    var lines = reader
    repeat {
      for line in lines.lines {
        let members = try JSONMembers(parsing: line)
        switch try ServerLine(members) {
        case .caughtUp? where !follows: return try finish()
        case .missed(let count)? where actions > 0:
          throw InspectionError("\(count) lines are missing in \(actions) actions. Export again, or fewer stores.")
        case .refusal(let reason)?: throw InspectionError(reason)
        case .some: break
        case nil: try write(RecordingLine(members), line)
        }
      }
      lines.lines = []
    } while try lines.read()
    try finish()
  }

  private func finish() throws {
    guard let file else {
      throw InspectionError(store.map { "There is no store \($0) in the program." } ?? "The program has no store.")
    }
    try file.close()
  }

  private mutating func write(_ line: RecordingLine, _ bytes: ArraySlice<UInt8>) throws {
    guard store == nil || line.store == store else { return }
    if case .action = line { actions += 1 }
    let file = try self.file ?? open()
    self.file = file
    try file.write(contentsOf: Data(bytes) + [UInt8(ascii: "\n")])
  }
}
