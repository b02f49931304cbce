// afconvert beside ffmpeg and sox: processor seconds and memory for ten minutes of stereo.
//
//   Scripts/bench afconvert-bench
//
// Each program is run twice and its better time counts; files lie in memory (/dev/shm). Without ffmpeg nothing is measured.

import Glibc

let folder = "\(access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp")/sordino-convert-\(getpid())"
// The tools are looked for beside this program, also after the folder has changed.
let program = realpath(CommandLine.arguments[0], nil).map { String(cString: $0) } ?? CommandLine.arguments[0]
let ours = String(program[..<(program.lastIndex(of: "/") ?? program.startIndex)]) + "/afconvert"
let (ffmpeg, sox) = ("/usr/bin/ffmpeg", "/usr/bin/sox")

/// Processor seconds and resident MiB of a program; nil if it failed or is not there.
func measure(_ words: [String]) -> (seconds: Double, mebibytes: Int)? {
    guard access(words[0], X_OK) == 0 else { return nil }
    var best: (seconds: Double, mebibytes: Int)?
    for _ in 0..<2 {
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child = pid_t()
        guard posix_spawn(&child, words[0], nil, nil, &arguments, environ) == 0 else { return nil }
        var (status, usage) = (Int32(0), rusage())
        guard wait4(child, &status, 0, &usage) == child, status == 0 else { return nil }
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
        let total = seconds(usage.ru_utime) + seconds(usage.ru_stime)
        if total < best?.seconds ?? .infinity { best = (total, usage.ru_maxrss / 1024) }
    }
    return best
}

func text(_ value: Double) -> String {
    var buffer = [CChar](repeating: 0, count: 40)
    withVaList([value]) { _ = vsnprintf(&buffer, 40, "%6.2f", $0) }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

func report(_ what: String, _ own: [String], _ peer: [String], _ other: [String]? = nil) {
    guard let mine = measure([ours] + own), let theirs = measure([ffmpeg, "-v", "error", "-y", "-i"] + peer) else {
        print("\(what): a program failed or is not there")
        return
    }
    let padded = what + String(repeating: " ", count: max(0, 24 - what.count))
    var line = "\(padded) ours \(text(mine.seconds)) s \(mine.mebibytes) MiB  ffmpeg \(text(theirs.seconds)) s"
    line += " \(theirs.mebibytes) MiB  ratio \(text(mine.seconds / theirs.seconds))"
    if let other, let third = measure([sox] + other) {
        line += "  sox \(text(third.seconds)) s \(third.mebibytes) MiB  ratio \(text(mine.seconds / third.seconds))"
    }
    print(line)
}

guard access(ours, X_OK) == 0, access(ffmpeg, X_OK) == 0, mkdir(folder, 0o700) == 0, chdir(folder) == 0 else {
    print("afconvert-bench: afconvert is not built beside this program, or ffmpeg is not installed; skipped")
    exit(0)
}
let noise = "anoisesrc=c=pink:a=0.3:r=44100:d=600:s=1,aformat=channel_layouts=stereo"
_ = measure([ffmpeg, "-v", "error", "-y", "-f", "lavfi", "-i", noise, "-c:a", "pcm_s16le", "in.wav"])
_ = measure([ffmpeg, "-v", "error", "-y", "-i", "in.wav", "-b:a", "192k", "in.mp3"])
_ = measure([ffmpeg, "-v", "error", "-y", "-i", "in.wav", "-c:a", "aac", "-b:a", "128k", "aac.m4a"])
_ = measure([ffmpeg, "-v", "error", "-y", "-i", "in.wav", "-c:a", "alac", "alac.m4a"])
report(
    "to 48 kHz, 24 bits", ["-f", "WAVE", "-d", "LEI24@48000", "in.wav", "a.wav"],
    ["in.wav", "-ar", "48000", "-c:a", "pcm_s24le", "b.wav"], ["in.wav", "-b", "24", "c.wav", "rate", "48000"])
report("to CAF", ["-d", "LEI16", "in.wav", "a.caf"], ["in.wav", "-c:a", "pcm_s16le", "b.caf"], ["in.wav", "c.caf"])
report(
    "to IMA4", ["-d", "ima4", "in.wav", "a.caf"], ["in.wav", "-c:a", "adpcm_ima_qt", "b.aiff"],
    ["in.wav", "-e", "ima-adpcm", "c.wav"])
report("to Apple Lossless", ["-d", "alac", "in.wav", "a.m4a"], ["in.wav", "-c:a", "alac", "b.m4a"])
report("to AAC", ["-d", "aac", "-b", "128000", "in.wav", "a.m4a"], ["in.wav", "-c:a", "aac", "-b:a", "128k", "b.m4a"])
for (what, name) in [("from MP3", "in.mp3"), ("from AAC", "aac.m4a"), ("from Apple Lossless", "alac.m4a")] {
    report(what, ["-d", "LEI16", name, "a.wav"], [name, "-c:a", "pcm_s16le", "b.wav"])
}
for name in [
    "in.wav", "in.mp3", "aac.m4a", "alac.m4a", "a.wav", "b.wav", "c.wav", "a.caf", "b.caf", "c.caf", "b.aiff", "a.m4a",
    "b.m4a",
] {
    _ = unlink(name)
}
_ = rmdir(folder)
