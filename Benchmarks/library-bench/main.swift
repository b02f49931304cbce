// The cost of a library of music: the first scan, starts with a warm index, queries, memory, and how soon a new file is found.
//
//   Scripts/bench library-bench            100,000 songs
//   SONGS=10000 Scripts/bench library-bench
//
// The songs are small files with the tags of a real collection: 8,000 albums, 2,000 artists, 40 genres.

import Foundation
import Glibc
import MediaPlayer
import MusicFiles
import SordinoLibrary

func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

func report(_ what: String, _ ours: Double, _ unit: String, budget: Double) {
    print(
        what.padding(toLength: 52, withPad: " ", startingAt: 0)
            + String(format: " %10.2f %@  budget %8.2f  %@", ours, unit, budget, ours <= budget ? "met" : "missed"))
    fflush(nil)
}

func best(of runs: Int, _ body: () throws -> Void) rethrows -> (first: Double, best: Double) {
    var (first, least) = (0.0, Double.infinity)
    for run in 0..<runs {
        let start = now()
        try body()
        let took = now() - start
        if run == 0 { first = took }
        least = min(least, took)
    }
    return (first, least)
}

/// Megabytes that the process occupies: all of them, and those that are no file's.
func memory() -> (all: Double, own: Double) {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    func value(_ name: String) -> Double {
        let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
        return line.flatMap {
            $0.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Double($0) }
        } ?? 0
    }
    return (value("VmRSS:") / 1_024, value("RssAnon:") / 1_024)
}

let songCount = ProcessInfo.processInfo.environment["SONGS"].flatMap { Int($0) } ?? 100_000
let words = CommandLine.arguments
let folder = words.count > 2 ? words[2] : "/tmp/sordino-library-bench-\(getpid())"
let places = LibraryPlaces(folders: [folder + "/Music"], index: folder + "/index/library.sqlite")

/// A word that looks like one of a title.
func word(_ number: Int) -> String {
    let parts = [
        "ka", "lo", "mi", "ten", "ra", "sol", "bel", "dor", "fin", "gar", "hel", "jin", "nor", "pas", "qui", "vex",
    ]
    return (parts[number % 16] + parts[number / 16 % 16] + parts[number / 256 % 16]).capitalized
}

func generate() throws {
    var made = 0
    while made < songCount {
        let album = made / 12
        let artist = "\(word(album / 4 % 2_000)) \(word(album / 4 % 2_000 + 77))"
        let path = "\(folder)/Music/\(artist)/\(word(album)) \(album)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for track in 1...12 where made < songCount {
            let bytes = TaggedSound.wave(
                [
                    (name: "TIT2", text: "\(word(made &* 7_919)) \(word(made &* 104_729 / 3)) \(track)"),
                    (name: "TPE1", text: artist), (name: "TALB", text: "\(word(album)) \(album)"),
                    (name: "TRCK", text: "\(track)/12"), (name: "TCON", text: "Genre \(album % 40)"),
                    (name: "TCOM", text: word(album % 500)), (name: "TDRC", text: "\(1_960 + album % 60)"),
                ], values: [(1_000, 800)])
            try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(track).wav"))
            made += 1
        }
    }
}

/// The times of queries, in the process of its own in which a program would make them.
func measureQueries() {
    let start = now()
    let library = MusicLibrary(places)
    let count = library.table.count
    report("start with a warm index, \(count) songs", (now() - start) * 1e3, "ms", budget: 50)
    func query(_ name: String, _ make: () -> Int) {
        let times = best(of: 5) { _ = make() }
        report("\(name): first", times.first * 1e3, "ms", budget: 20)
        report("\(name): again", times.best * 1e3, "ms", budget: 20)
    }
    query("all songs by title") { library.rows(SongQuery()).rows.count }
    query("albums") { library.groups(SongQuery([.kinds(1)], grouping: .album)).count }
    query("artists") { library.groups(SongQuery([.kinds(1)], grouping: .artist)).count }
    query("genres") { library.groups(SongQuery(grouping: .genre)).count }
    query("titles that contain \"mi\"") { library.rows(SongQuery([.contains(.title, "mi")])).rows.count }
    query("songs of an artist") { library.rows(SongQuery([.equals(.artist, "Kakaka Dortenka")])).rows.count }
    query("songs of an album's identifier") {
        library.rows(SongQuery([.album(library.table.albumIDs[0])], grouping: .album)).rows.count
    }
    query("first letters of all songs") {
        let (table, rows) = library.rows(SongQuery())
        return table.sections(.title, rows).count
    }
    let used = memory()
    report("memory, all", used.all, "MB", budget: 60)
    report("memory of its own", used.own, "MB", budget: 60)
}

/// The times of Apple's classes.
func measureItems() {
    LibraryPlaces.$given.withValue(places) {
        // The person's answer of a program without a service is yes.
        let start = now()
        let songs = MPMediaQuery.songs().items ?? []
        report("MPMediaQuery.songs().items: first, with the start", (now() - start) * 1e3, "ms", budget: 70)
        let times = best(of: 5) { _ = MPMediaQuery.songs().items?.count }
        report("MPMediaQuery.songs().items: again, \(songs.count) objects", times.best * 1e3, "ms", budget: 20)
        let albums = best(of: 5) { _ = MPMediaQuery.albums().collections?.count }
        report("MPMediaQuery.albums().collections: again", albums.best * 1e3, "ms", budget: 20)
        let titles = best(of: 3) { _ = songs.reduce(0) { $0 + ($1.title?.count ?? 0) } }
        report("the titles of all items", titles.best * 1e3, "ms", budget: 100)
    }
}

func measureNewFile() throws {
    let library = MusicLibrary(places)
    library.beginWatching()
    let scanned = DispatchSemaphore(value: 0)
    let start = now()
    library.afterFirstScan { scanned.signal() }
    scanned.wait()
    report("scan of unchanged files", (now() - start) * 1e3, "ms", budget: 5_000)
    let bytes = TaggedSound.wave([(name: "TIT2", text: "Brand new")])
    let path = "\(folder)/Music/new.wav"
    let written = now()
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    while library.rows(SongQuery([.equals(.title, "Brand new")])).rows.isEmpty, now() - written < 10 { usleep(500) }
    report("a new file is found", (now() - written) * 1e3, "ms", budget: 1_000)
    unlink(path)
    library.endWatching()
}

/// Starts this program again for one part.
func again(_ part: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [part, folder]
    // A silent device without a service.
    process.environment = ProcessInfo.processInfo.environment.merging(
        ["SORDINO_DEVICE": "phone", "SORDINO_SESSION": "inprocess"]) { $1 }
    try process.run()
    process.waitUntilExit()
}

switch words.dropFirst().first {
case "queries": measureQueries()
case "items": measureItems()
default:
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try generate()
    let start = now()
    let library = MusicLibrary(places)
    try library.scan()
    report("first scan of \(library.table.count) songs", now() - start, "s", budget: 180)
    try again("queries")
    try again("items")
    try measureNewFile()
}
