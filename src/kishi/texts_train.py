"""The part of the table of texts about training: English, Japanese, Chinese."""

TRAIN: dict[str, tuple[str, str, str]] = {
    "nav_train": ("Train", "学習", "训练"),
    "train_lead": (
        "Let games decide which numbers play best. A run goes on when this page is closed, and what it "
        "has learned is a player like any other.",
        "どの数がよく打てるかを、対局に決めさせます。ページを閉じても学習は続き、できたものは"
        "ほかと同じ棋士になります。",
        "让对局决定哪些数字最强。关闭页面后训练仍会继续, 训练结果就是一名棋手。",
    ),
    "runs": ("Training runs", "これまでの学習", "训练记录"),
    "new_run": ("New training run", "新しい学習", "新的训练"),
    "no_runs": (
        "None yet. Start one above: a minute is enough to beat the write-up's map.",
        "まだありません。上から始めてください。一分あれば元の記事のマップに勝てます。",
        "还没有。请在上面开始: 一分钟就足以胜过原文的价值图。",
    ),
    "method": ("Method", "方法", "方法"),
    "preset": ("How long", "長さ", "时长"),
    "preset_minute": ("about a CPU minute", "CPU で約 1 分", "约 1 分钟 CPU 时间"),
    "preset_hour": ("about a CPU hour", "CPU で約 1 時間", "约 1 小时 CPU 时间"),
    "preset_evening": ("an evening", "一夕", "一个晚上"),
    "preset_night": ("a night", "一晩", "一夜"),
    "preset_faithful": ("as the write-up says", "元の記事のとおり", "按照原文"),
    "preset_with_games": (
        "{preset} ({games} games)",
        "{preset} ({games} 局)",
        "{preset} ({games} 局)",
    ),
    "more": ("More", "詳しく", "更多"),
    "run_games": ("Games in all", "総対局数", "总对局数"),
    "seed": ("Seed", "シード", "种子"),
    "run_name": ("Name", "名前", "名称"),
    "by_itself": ("chosen by itself", "自動", "自动"),
    "train_start": ("Start training", "学習を始める", "开始训练"),
    "method_hillclimb": (
        "Tries random neighbours of the best numbers so far and moves to a better one.",
        "いまの最良の数の近くをランダムに試し、よくなれば移ります。",
        "随机尝试当前最佳数字的邻近值, 更好就移动过去。",
    ),
    "method_pso": (
        "A swarm of candidates flies through the numbers, each drawn to its own best place and to the best "
        "place of all.",
        "候補の群れが数の空間を飛びます。それぞれが自分の最良の場所と全体の最良の場所に引かれます。",
        "一群候选者在数字空间中飞行, 各自被自己与全体的最佳位置吸引。",
    ),
    "method_ga": (
        "The better of a few become parents; children mix their genes, and now and then one changes by "
        "chance.",
        "少数の中のよいものが親になり、子は遺伝子を混ぜ、ときどき突然変異します。",
        "较优者成为父母; 后代混合其基因, 并偶尔突变。",
    ),
    "method_cmaes": (
        "Samples from a bell curve that learns where better numbers lie and which of them change together.",
        "正規分布から候補を取り、よい数がどこにあり、どれが一緒に変わるかを学びます。",
        "从正态分布取样, 并学习更好的数字在哪里以及哪些一起变化。",
    ),
    "method_nnue": (
        "Lets the search play itself, teaches a network to foresee what the search finds, and puts the "
        "network into the search; then again. Needs torch.",
        "探索どうしを対局させ、探索の結論を先読みするネットワークを学習させて探索に組み込み、これを繰り返し"
        "ます。torch が必要です。",
        "让搜索自我对弈, 训练网络预见搜索的结论, 再把网络放进搜索; 如此反复。需要 torch。",
    ),
    "method_alphazero": (
        "A network says which moves look good and who is winning; a tree search guided by it plays both "
        "sides, and the network learns from those games; then again. Needs torch.",
        "ネットワークが有望な手と形勢を示し、それに導かれた木探索が両方の手を指し、その対局からネットワーク"
        "が学びます。これを繰り返します。torch が必要です。",
        "网络指出看好的着法与形势, 由它引导的树搜索自我对弈, 网络再从这些对局中学习; 如此反复。需要 torch。",
    ),
    "method_td": (
        "Plays itself and moves the value of each position towards that of the best next one: a quarter of "
        "a million pattern values for each phase of the game.",
        "自己対局をしながら、各局面の価値を最善の次の局面の価値へ近づけます。序盤・中盤・終盤ごとに"
        "約二十二万の形の値を学びます。",
        "自我对局, 使每个局面的价值趋向最佳后续局面: 每个阶段约二十二万个形状值。",
    ),
    "method_montecarlo": (
        "A network learns to tell mates, then plays itself one move ahead and moves the value of each "
        "position towards what the game showed. Needs torch (the extra `train`).",
        "ネットワークがまず詰みを見分け、次に一手先を読む自己対局をして、各局面の価値を結果へ近づけます。"
        "torch が必要です (追加機能 `train`)。",
        "网络先学会分辨将死, 再自我对局 (只看一步), 使每个局面的价值趋向对局的结果。"
        "需要 torch (附加组件 `train`)。",
    ),
    "trainer_montecarlo": (
        "Value network (Monte-Carlo)",
        "価値ネットワーク (モンテカルロ)",
        "价值网络 (蒙特卡洛)",
    ),
    # One run.
    "no_run_here": ("There is no such run", "その学習はありません", "没有这个训练"),
    "run_facts": (
        "{name} · seed {seed} · {seconds} CPU seconds so far",
        "{name} · シード {seed} · これまで CPU {seconds} 秒",
        "{name} · 种子 {seed} · 已用 {seconds} CPU 秒",
    ),
    "run_progress": (
        "generation {step}, {n} of {all} games",
        "{step} 世代、{all} 局中 {n} 局",
        "第 {step} 代, {n} / {all} 局",
    ),
    "run_done": ("{step} generations, {n} games", "{step} 世代、{n} 局", "{step} 代, {n} 局"),
    "run_running": ("running", "学習中", "训练中"),
    "run_elsewhere": ("running in another process", "別プロセスで学習中", "正在另一进程中训练"),
    "run_paused": ("paused", "一時停止", "已暂停"),
    "run_finished": ("finished", "終了", "已结束"),
    "run_stopped": ("stopped", "停止", "已停止"),
    "run_failed": ("failed", "失敗", "失败"),
    "generation": ("Generation", "世代", "代"),
    "strength_curve": ("Strength", "強さ", "强度"),
    "strength_note": (
        "Elo with its 95% interval over the games played, on openings and against players that training "
        "never sees; random is 0.",
        "学習に使わない序盤と相手で測った Elo (95% 区間)。横軸は対局数、ランダムが 0 です。",
        "以训练从未见过的开局和对手测得的 Elo (95% 区间), 横轴为对局数; 随机为 0。",
    ),
    "not_measured_yet": (
        "The first measurement comes after the first generation.",
        "最初の測定は第一世代のあとです。",
        "第一次测量在第一代之后。",
    ),
    "marks": ("Measured against", "測定結果", "测量结果"),
    "column_opponent": ("Against", "相手", "对手"),
    "elo_zero": ("Elo ({player} = 0)", "Elo ({player} = 0)", "Elo ({player} = 0)"),
    "training_curve": ("In training", "学習の中で", "训练之中"),
    "training_note": (
        "By generation: the best candidate's score with its 95% interval, and the mean. All grow stronger "
        "together, so this curve may stay level while the one above rises.",
        "世代ごとの、最良の候補の得点率 (95% 区間) と平均。全員が一緒に強くなるので、"
        "上の曲線が伸びてもこちらは平らなことがあります。",
        "逐代显示最佳候选者的得分 (95% 区间) 与平均值。大家一同变强, 所以上图上升时此线可能持平。",
    ),
    "alphazero_note": (
        "By round, how far the network is from what the search plays (policy) and from how games end "
        "(value). Both fall at first; later they may rise, because better games are harder to foresee.",
        "段階ごとの、探索の指し手との差 (方策) と対局結果との差 (価値)。はじめは下がりますが、対局が高度に"
        "なると予想しにくくなり、上がることもあります。",
        "逐轮显示网络与搜索着法之差 (策略) 和与对局结果之差 (价值)。起初下降; 以后可能上升, 因为更好的对局"
        "更难预料。",
    ),
    "network_note": (
        "By step, epochs of mates first, then rounds of games: the share of held-out mates told right, and "
        "below it the loss. Games are harder to foresee than mates, so the loss rises when they begin.",
        "段階ごとの (まず詰みの学習、次に対局) 学習に使わない詰みの正答率と、その下に損失。"
        "自己対局は詰みより予想しにくいので、始まると損失は上がります。",
        "逐步显示 (先学将死, 再对局): 未训练过的将死的正确率, 以及其下的损失。自我对局比将死更难预料, "
        "所以开始时损失会上升。",
    ),
    "what_it_learned": ("What it has learned", "学んだこと", "学到的内容"),
    "map_early": ("Before the switch", "切り替え前", "切换之前"),
    "map_late": ("After the switch", "切り替え後", "切换之后"),
    "sample_game": ("A sample game", "対局の例", "样局"),
    "no_weights_yet": (
        "Nothing yet: the first generation is being played.",
        "まだありません。最初の世代が対局中です。",
        "还没有: 第一代正在对局。",
    ),
    "too_many_numbers": (
        "Hundreds of thousands of pattern values: too many to draw. The sample game shows what they do.",
        "数十万の形の値なので、図にはできません。対局の例を見てください。",
        "数十万个形状值, 无法绘制。请看样局。",
    ),
    "by_hand": (
        "{value} (by hand {by_hand})",
        "{value} (手作り {by_hand})",
        "{value} (手工 {by_hand})",
    ),
    "gene_attack": ("attack", "攻め", "进攻"),
    "gene_guard": ("guard", "守り", "防守"),
    "gene_centre": ("centre", "中央", "中心"),
    "gene_board": ("on the board", "盤上", "盘上"),
    "gene_hand": ("in hand", "持ち駒", "持驹"),
    "in_the_terminal": ("In the terminal:", "端末では:", "在终端中:"),
    "n_games": ("{n} games", "{n} 局", "{n} 局"),
    # Players that training made.
    "kind_pso": ("Particle swarm (PSO)", "粒子群最適化 (PSO)", "粒子群 (PSO)"),
    "kind_ga": ("Genetic algorithm", "遺伝的アルゴリズム", "遗传算法"),
    "kind_cmaes": ("CMA-ES", "CMA-ES", "CMA-ES"),
    "kind_hillclimb": ("Hill climbing", "山登り法", "爬山法"),
    "kind_nnue": ("Network in the search (NNUE)", "探索内ネットワーク (NNUE)", "搜索内网络 (NNUE)"),
    "kind_alphazero": ("AlphaZero", "AlphaZero", "AlphaZero"),
    "kind_td": ("Temporal differences (TD)", "TD 学習", "时序差分 (TD)"),
    "kind_valuenet": ("Value network", "価値ネットワーク", "价值网络"),
    "trained_players": ("Trained players", "学習した棋士", "训练出的棋手"),
    "trained_note": (
        "What training has made on this machine, and what comes with kishi.",
        "この機械で学習したものと、kishi に付属するものです。",
        "在本机训练出的, 以及 kishi 自带的。",
    ),
    "no_trained": (
        "Nothing has been trained for this game yet.",
        "このゲームではまだ何も学習していません。",
        "此游戏还没有训练结果。",
    ),
    "train_one": ("Train one.", "学習させる。", "训练一个。"),
    "trained_by": (
        "By {method}: {games} games, {seconds} CPU seconds, seed {seed}.",
        "{method}: {games} 局、CPU {seconds} 秒、シード {seed}。",
        "{method}: {games} 局, {seconds} CPU 秒, 种子 {seed}。",
    ),
    "measured_unseen": (
        "On games that training never saw: {marks}.",
        "学習に使わない対局で: {marks}。",
        "在训练未见过的对局中: {marks}。",
    ),
    "rated": ("Elo {elo} from {n} games", "Elo {elo} ({n} 局)", "Elo {elo} ({n} 局)"),
    "not_rated": (
        "Not rated: it has played in no contest.",
        "レーティングなし: まだ対戦していません。",
        "无等级分: 尚未参加比赛。",
    ),
    "watch_run": ("See how it was trained", "学習のようすを見る", "查看训练过程"),
    "which_weights": ("Which weights", "どの重み", "哪组权重"),
}
