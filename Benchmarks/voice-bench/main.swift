// Voice processing: ours beside speexdsp, in rooms, noises and with talkers that are made here.
//
//   Scripts/bench voice-bench
//   voice-bench --write FOLDER        also writes each scene as float32 at 16 kHz: SCENE.mic, .far, .near, .echo, and what
//                                     we and speexdsp made of it: SCENE.ours, .speex ...
//   voice-bench --judge FOLDER NAME   judges FOLDER/SCENE.NAME: what another made of the scenes
//   voice-bench --pictures FOLDER     writes WAV files of a few scenes, before and after, for spectrograms
import CVoicePeers
import Glibc
import SordinoSignal

/// Runs a canceller; returns its output and how many times faster than time it was.
func timed(_ seconds: Double, _ body: () -> [Float]) -> ([Float], Double) {
    let start = voicepeers_thread_time()
    let output = body()
    return (output, seconds / (Double(voicepeers_thread_time() - start) * 1e-9))
}

/// Our own processing, in pieces of 10 ms.
func ours(
    _ microphone: [Float], far: [Float]?, _ parts: VoiceParts, sampleRate: Double = Talker.sampleRate
) -> [Float] {
    let voice = VoiceProcessor(sampleRate: sampleRate, referenceChannels: far == nil ? 0 : 1)
    let piece = Int(sampleRate / 100)
    var output = microphone
    var far = far ?? [Float](repeating: 0, count: microphone.count)
    output.withUnsafeMutableBufferPointer { samples in
        far.withUnsafeMutableBufferPointer { reference in
            guard let base = samples.baseAddress, var played = reference.baseAddress else { return }
            for start in stride(from: 0, to: samples.count - piece + 1, by: piece) {
                voice.state.pointee.process(
                    base + start, reference: &played, referenceCount: 1, into: base + start, frameCount: piece,
                    parts: parts)
                played += piece
            }
        }
    }
    return output
}

/// - Parameter parts: 1 cancels echo, 2 suppresses what is left of it, 4 noise, 8 levels.
func speex(_ microphone: [Float], far: [Float]?, _ parts: Int32) -> [Float] {
    func packed(_ samples: [Float]) -> [Int16] { samples.map { Int16(max(min($0, 1), -1) * 32_767) } }
    var output = [Int16](repeating: 0, count: microphone.count)
    voicepeers_speex(
        packed(microphone), packed(far ?? [Float](repeating: 0, count: microphone.count)), &output,
        Int64(output.count), parts)
    return output.map { Float($0) / 32_768 }
}

func write(_ samples: [Float], _ path: String) {
    guard let file = fopen(path, "wb") else { return }
    fwrite(samples, 4, samples.count, file)
    fclose(file)
}

/// - Returns: Nil where there is no such file.
func read(_ path: String, count: Int) -> [Float]? {
    guard let file = fopen(path, "rb") else { return nil }
    var samples = [Float](repeating: 0, count: count)
    _ = fread(&samples, 4, count, file)
    fclose(file)
    return samples
}

let arguments = CommandLine.arguments
let judged = arguments.count > 3 && arguments[1] == "--judge" ? (folder: arguments[2], name: arguments[3]) : nil
let folder = arguments.count > 2 && arguments[1] == "--write" ? arguments[2] : nil
if arguments.count > 2, arguments[1] == "--pictures" {
    Pictures.write(to: arguments[2])
    exit(0)
}

/// Runs each candidate, and judges it.
func measure(
    _ scene: String, seconds: Double, _ engines: [(name: String, run: () -> [Float])], count: Int,
    _ row: ([Float], String, Double) -> String
) {
    if let judged {
        guard let output = read("\(judged.folder)/\(scene).\(judged.name)", count: count) else { return }
        return print(row(output, judged.name, .nan))
    }
    for engine in engines {
        let (output, speed) = timed(seconds, engine.run)
        print(row(output, engine.name, speed))
        if let folder { write(output, "\(folder)/\(scene).\(engine.name)") }
    }
}

print(Judgement.header)
for recipe in Scene.recipes {
    let scene = Scene(recipe)
    if let folder {
        for (samples, name) in [
            (scene.microphone, "mic"), (scene.far, "far"), (scene.near, "near"), (scene.echo, "echo"),
        ] {
            write(samples, "\(folder)/\(scene.name).\(name)")
        }
    }
    measure(
        scene.name, seconds: Scene.seconds,
        [
            ("ours", { ours(scene.microphone, far: scene.far, .echo) }),
            ("ours+noise", { ours(scene.microphone, far: scene.far, .echoAndNoise) }),
            ("speex", { speex(scene.microphone, far: scene.far, 1) }),
            ("speex+residue", { speex(scene.microphone, far: scene.far, 3) }),
        ], count: scene.far.count
    ) { Judgement(scene, $0).row(scene.name, $1, speed: $2) }
}

print("\n" + NoiseJudgement.header)
for name in NoiseScene.names {
    let scene = NoiseScene(name)
    if let folder {
        write(scene.microphone, "\(folder)/noise \(name).mic")
        write(scene.clean, "\(folder)/noise \(name).near")
        write([Float](repeating: 0, count: scene.clean.count), "\(folder)/noise \(name).far")
    }
    measure(
        "noise \(name)", seconds: NoiseScene.seconds,
        [
            ("ours", { ours(scene.microphone, far: nil, .noise) }),
            ("isolation", { ours(scene.microphone, far: nil, [.noise, .isolation]) }),
            ("speex", { speex(scene.microphone, far: nil, 4) }),
        ], count: scene.clean.count
    ) { NoiseJudgement(scene, $0).row(name, $1, speed: $2) }
}

print("\n" + LevelJudgement.header)
for level in LevelScene.levels {
    let scene = LevelScene(level)
    if let folder {
        write(scene.microphone, "\(folder)/\(scene.name).mic")
        write([Float](repeating: 0, count: scene.microphone.count), "\(folder)/\(scene.name).far")
    }
    measure(
        scene.name, seconds: LevelScene.seconds,
        [
            ("ours", { ours(scene.microphone, far: nil, .level) }),
            ("speex", { speex(scene.microphone, far: nil, 8) }),
        ], count: scene.microphone.count
    ) { output, name, _ in LevelJudgement(scene, output).row(scene.name, name) }
}

if judged == nil {
    print("\ncost at 48 kHz, one channel    x real time")
    let seconds = 20.0
    let far = Talker.speak(Talker.far, voice: "en-us", count: Int(seconds * 16_000)).flatMap { [$0, $0, $0] }
    let near = Talker.speak(Talker.near, voice: "en-gb+f3", count: far.count / 3).flatMap { [$0, $0, $0] }
    let microphone = zip(far, near).map { 0.5 * $0 + 0.5 * $1 }
    if let folder {
        write(microphone, "\(folder)/wide.mic48")
        write(far, "\(folder)/wide.far48")
    }
    for (name, parts) in [("echo", VoiceParts.echo), ("echo, noise", .echoAndNoise), ("all", .everything)] {
        let (_, speed) = timed(seconds) { ours(microphone, far: far, parts, sampleRate: 48_000) }
        print(Cell.word(name, 27) + Cell.number(speed, 15, 0))
    }
}
