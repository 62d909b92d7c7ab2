conda create -y -n issue_17199 python=3.11
conda activate issue_17199
pip install -r requirements.txt pytest
pytest -sx test_issue_17199.py
