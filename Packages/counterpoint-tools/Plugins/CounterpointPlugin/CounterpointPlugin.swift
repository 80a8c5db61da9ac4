// CounterpointPlugin: Runs the command `counterpoint` in a user's package.

import Foundation
import PackagePlugin

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Builds the command `counterpoint`, and runs it in a user's package: `swift package counterpoint inspect …`.
@main
struct CounterpointPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let build = try packageManager.build(.product("counterpoint"), parameters: .init())
    guard build.succeeded, let program = build.builtArtifacts.first(where: { $0.kind == .executable }) else {
      return Diagnostics.error(build.logText)
    }
    let process = Process()
    process.executableURL = program.url
    process.arguments = arguments
    // The package manager uses the plug-in's standard input and output for its own messages.
    let terminal = FileHandle(forUpdatingAtPath: "/dev/tty")
    if let terminal {
      process.standardInput = terminal
      process.standardOutput = terminal
      process.standardError = terminal
    } else {
      process.standardInput = FileHandle.nullDevice
    }
    try process.run()
    if let terminal {
      let foreground = tcgetpgrp(terminal.fileDescriptor)
      giveTerminal(terminal, to: process.processIdentifier)
      // It may have been stopped because it has read before.
      kill(process.processIdentifier, SIGCONT)
      process.waitUntilExit()
      giveTerminal(terminal, to: foreground)
    } else {
      process.waitUntilExit()
    }
    guard process.terminationStatus == 0 else {
      return Diagnostics.error("counterpoint ended with status \(process.terminationStatus).")
    }
  }

  /// Makes a group of processes the one that may read from the terminal.
  private func giveTerminal(_ terminal: FileHandle, to group: Int32) {
    // Otherwise a process in the background would be stopped by this call.
    signal(SIGTTOU, SIG_IGN)
    tcsetpgrp(terminal.fileDescriptor, group)
  }
}
