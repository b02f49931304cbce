func writePlots(into folder: String) {}
