import Benchmark

/// All cases. What each of them may cost stands in `cases.json`.
let benchmarks: @Sendable () -> Void = {
  floors()
  dependencies()
  clocks()
  sends()
  reads()
  rows()
  lists()
  effects()
  sharedValues()
  savedFiles()
  testStores()
}
