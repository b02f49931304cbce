// The cost of an engine for programs, through the public modules. Best of several passes: other work on the machine only adds.
//
//     SORDINO_EXTRA=1 swift run -c release engine-bench

import AVFAudio

let frames: AVAudioFrameCount = 512
let passes = 15

print("| row | measured | budget |")
print("|---|---|---|")
try callRows()
try changeRows()
try liveChangeRows()
try effectRows()
