@_spi(Internals) import CounterpointRecording
import ExampleCommand
import Foundation
import SignUp
import SignUpWeb

import Counterpoint
@_spi(Internals) import CounterpointInspector
import CounterpointSessions
import CounterpointWeb

@main
struct Main {
  static func main() async {
    await Program(SignUpWebCommand.self).main { command throws(Failure) in
      let replayed = try command.recording.replay(redacting: .signUp) {
        WebFeature()
      } withDependencies: {
        $0.signUp = .inMemory()
      }
      if let replayed { return replayed }
      try await serve(command)
      return 0
    }
  }

  private static func serve(_ command: SignUpWebCommand) async throws(Failure) {
    if let inspector = try command.recording.inspector(allowing: [.look], redacting: .signUp) {
      prepareDependencies { $0.inspector = inspector }
    }
    let recorder = try command.recording.recorder(redacting: .signUp)
    let accounts = command.accounts.map(SignUpClient.file) ?? .inMemory()
    let delay = Duration.seconds(command.delay)
    // Simulates a slow server, so that a person or a play sees the busy page.
    let client = SignUpClient { draft in
      try await Task.sleep(for: delay)
      return try await accounts.signUp(draft)
    }
    let site = WebSite(
      .signUp(delay > .zero ? client : accounts, recorder: recorder),
      publicOrigin: command.publicOrigin.flatMap { WebOrigin($0) },
      hosts: command.hosts.isEmpty ? nil : Set(command.hosts)
    )
    do {
      try await WebServer(site, host: command.host, port: command.port).run { port in
        print("Sign up is on http://\(command.host):\(port)/")
        // A script may wait for this line.
        fflush(nil)
      }
    } catch {
      throw Failure("can't serve on \(command.host), port \(command.port): \(error)", code: .unavailable)
    }
  }
}
