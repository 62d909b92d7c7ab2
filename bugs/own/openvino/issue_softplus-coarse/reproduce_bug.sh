conda create -y -n issue_softplus-coarse python=3.11
conda activate issue_softplus-coarse
pip install -r requirements.txt pytest
pytest -sx test_issue_softplus-coarse.py
