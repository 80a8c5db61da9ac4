import DependencyInjection
import Foundation
import StateSharing
import StateSharingEtcd

/// A program that changes a value on the cluster of the environment, and prints a line for each change that is stored.
///
/// ```
/// etcd-fixture resolve NAME COUNT        withLock and save(timeout:), with a function that adds
/// etcd-fixture transaction NAME COUNT    withTransaction
/// etcd-fixture history NAME COUNT        as transaction; each line is a read and a write with its times
/// etcd-fixture read NAME                 prints the stored value
/// etcd-fixture follow NAME COUNT         prints each shown value until it is COUNT
/// etcd-fixture latency NAME COUNT        prints the microseconds of each transaction
/// etcd-fixture pauses NAME COUNT         as transaction, with pauses of four seconds
/// etcd-fixture large NAME BYTES          stores a text of so many bytes
/// etcd-fixture presence NAME SECONDS     stores a value with a lease of so many seconds, until the input ends
/// ```
///
/// It prints an error, and ends with the status 1.
@main enum EtcdFixture {
  static func main() async {
    do {
      try await run()
    } catch {
      say("error \(error)")
      exit(1)
    }
  }

  private static func run() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3 else { return say("usage: etcd-fixture COMMAND NAME [COUNT]") }
    let (command, name) = (arguments[1], arguments[2])
    let count = arguments.count > 3 ? Int(arguments[3]) ?? 1 : 1
    switch command {
    case "resolve": try await resolve(name, count)
    case "transaction": try await transact(name, count)
    case "history": try await record(name, count)
    case "read": try await read(name)
    case "follow": try await follow(name, count)
    case "latency": try await measure(name, count)
    case "pauses": try await pause(name, count)
    case "large": try await storeLarge(name, count)
    case "presence": try await stay(name, count)
    default: say("unknown command: \(command)")
    }
  }

  private static func pause(_ name: String, _ count: Int) async throws {
    for number in 1...count {
      if number > 1 { try await Task.sleep(for: .seconds(4)) }
      try await transact(name, 1)
    }
  }

  private static func storeLarge(_ name: String, _ bytes: Int) async throws {
    let text = Shared(wrappedValue: "", .etcd(name))
    try await text.withTransaction { $0 = String(repeating: "x", count: bytes) }
    say("stored \(text.wrappedValue.utf8.count)")
  }

  private static func stay(_ name: String, _ seconds: Int) async throws {
    @Dependency(\.etcd) var cluster
    let presence = Shared(wrappedValue: "", .etcd(name, lease: .seconds(seconds)))
    try await presence.withTransaction { $0 = "here" }
    say("stored")
    // Blocks a thread, which a program with nothing else to do can spare.
    while let line = readLine() {
      guard line == "again" else { continue }
      try await presence.withTransaction { $0 = "here again" }
      say("stored")
    }
    await cluster.close()
  }

  private static func counter(_ name: String) -> Shared<Int> {
    Shared(wrappedValue: 0, .etcd(name) { @Sendable base, mine, theirs in (theirs ?? 0) + mine - (base ?? 0) })
  }

  private static func resolve(_ name: String, _ count: Int) async throws {
    let counter = counter(name)
    for number in 1...count {
      counter.withLock { $0 += 1 }
      try await counter.save(timeout: .seconds(60))
      say("stored \(number)")
    }
  }

  private static func transact(_ name: String, _ count: Int) async throws {
    let counter = counter(name)
    for number in 1...count {
      let value = try await counter.withTransaction(attempts: 1_000, timeout: .seconds(60)) { value in
        value += 1
        return value
      }
      say("stored \(number) \(value)")
    }
  }

  private static func record(_ name: String, _ count: Int) async throws {
    let counter = counter(name)
    for _ in 1...count {
      let begin = microseconds()
      let value = try await counter.withTransaction(attempts: 1_000, timeout: .seconds(60)) { value in
        value += 1
        return value
      }
      say("op \(begin) \(microseconds()) \(value)")
    }
  }

  private static func read(_ name: String) async throws {
    let counter = counter(name)
    try await counter.load()
    say("value \(counter.wrappedValue)")
  }

  private static func follow(_ name: String, _ count: Int) async throws {
    let counter = counter(name)
    var last = -1
    for await value in counter.values {
      guard value != last else { continue }
      last = value
      say("shown \(value)")
      if value >= count { return }
    }
  }

  private static func measure(_ name: String, _ count: Int) async throws {
    let counter = counter(name)
    for _ in 1...count {
      let begin = microseconds()
      _ = try await counter.withTransaction(attempts: 1_000, timeout: .seconds(60)) { $0 += 1 }
      say("took \(microseconds() - begin)")
    }
  }

  /// Prints a line at once, even to a pipe.
  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  /// The microseconds of a clock that all processes of the machine share.
  private static func microseconds() -> Int64 {
    Int64(Date().timeIntervalSince1970 * 1_000_000)
  }
}
