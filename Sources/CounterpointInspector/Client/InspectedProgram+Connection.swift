import Foundation

extension InspectedProgram {
  /// Attaches to a program that listens. Blocks until it answers.
  ///
  /// - Throws: An ``InspectionError`` if nothing listens there, or the program refuses.
  public init(at address: SocketAddress, token: String) throws(InspectionError) {
    let connection = try InspectorConnection(to: address, token: token)
    self.init(
      description: connection.description,
      batches: { AsyncThrowingStream { try await connection.next() } },
      state: { try await connection.state($0, $1) },
      perform: { try await connection.perform($0) }
    )
  }

  /// Attaches to a program of the current user by its name, and removes the sockets of programs that have ended.
  ///
  /// - Parameters:
  ///   - name: The name, or the name with a dash and the number of the process.
  ///   - folder: The folder of the sockets.
  /// - Throws: An ``InspectionError`` if there is no such program, or more than one.
  public init(named name: String, in folder: ProgramFolder = .current()) throws(InspectionError) {
    let (address, token) = try folder.find(name)
    try self.init(at: address, token: token)
  }
}

extension ProgramFolder {
  /// Returns the address of a program and its token.
  ///
  /// - Parameter name: The name, or the name with a dash and the number of the process.
  /// - Throws: An ``InspectionError`` if there is no such program, or more than one.
  public func find(_ name: String) throws(InspectionError) -> (address: SocketAddress, token: String) {
    let programs = listening
    let found = programs.filter { $0.name == name || "\($0.name)-\($0.process)" == name }
    guard let program = found.first else {
      let names = programs.map { "\($0.name)-\($0.process)" }.joined(separator: ", ")
      let others = names.isEmpty ? "None does: start it with its inspector." : "These do: \(names)."
      throw InspectionError("No program named '\(name)' listens. \(others)")
    }
    guard found.count == 1 else {
      let names = found.map { "\($0.name)-\($0.process)" }.joined(separator: ", ")
      throw InspectionError("Several programs have the name '\(name)'. Give one of: \(names).")
    }
    return (.file(program.socket), try token(of: program))
  }

  /// The programs that listen. Removes the files of those that have ended.
  public var listening: [Program] {
    programs.filter { program in
      do throws(SystemCallError) {
        _ = try SocketAddress.file(program.socket).connect()
        return true
      } catch {
        if error.isRefused { remove(program) }
        return false
      }
    }
  }
}
