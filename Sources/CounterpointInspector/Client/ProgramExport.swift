import CounterpointRecording
public import Foundation

/// Writes the lines of a program into a file, which is a recording then.
@_spi(Internals) public struct ProgramExport {
  /// The number of actions that were written.
  public private(set) var actions = 0

  private let file: FileHandle
  private let store: Int?
  private let follows: Bool

  /// Creates an export.
  ///
  /// - Parameters:
  ///   - file: The file, open for writing.
  ///   - store: The number of the only store to be written; `nil` for all.
  ///   - follows: Whether it goes on until the program ends. Otherwise it ends with what has happened.
  public init(to file: FileHandle, store: Int? = nil, follows: Bool = false) {
    self.file = file
    self.store = store
    self.follows = follows
  }

  /// Writes until the end. Blocks.
  ///
  /// - Throws: An ``InspectionError`` if the program refuses, or if its lines come faster than they are written. The
  ///   error of the file system.
  public mutating func run(at address: SocketAddress, token: String) throws {
    let (descriptor, reader, _) = try InspectorConnection.open(address, token: token)
    defer { descriptor.shutDown() }
    var lines = reader
    repeat {
      for line in lines.lines {
        let members = try JSONMembers(parsing: line)
        switch try ServerLine(members) {
        case .caughtUp? where !follows: return
        case .missed(let count)? where actions > 0:
          throw InspectionError("\(count) lines are missing in \(actions) actions. Export again, or fewer stores.")
        case .refusal(let reason)?: throw InspectionError(reason)
        case .some: break
        case nil: try write(RecordingLine(members), line)
        }
      }
      lines.lines = []
    } while try lines.read()
  }

  private mutating func write(_ line: RecordingLine, _ bytes: ArraySlice<UInt8>) throws {
    guard store == nil || line.store == store else { return }
    if case .action = line { actions += 1 }
    try file.write(contentsOf: Data(bytes) + [UInt8(ascii: "\n")])
  }
}
