conda create -y -n issue_script-softplus-gradient python=3.11
conda activate issue_script-softplus-gradient
pip install -r requirements.txt pytest
pytest -sx test_issue_script-softplus-gradient.py
