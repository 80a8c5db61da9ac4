/// An error of a simulated network.
public enum NetworkError: Error, Hashable, Sendable {
  /// The machine runs, and no program accepts connections to the port.
  case refused
  /// The connection is lost. It is unknown which messages have arrived.
  case reset
  /// The machine has not answered.
  case timedOut
  /// The program has closed the connection itself, or its process has ended.
  case closed
  /// Another program of the machine accepts connections to the port.
  case portInUse(Int)
}
