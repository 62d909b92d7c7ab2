conda create -y -n issue_softplus-float16 python=3.11
conda activate issue_softplus-float16
pip install -r requirements.txt pytest
pytest -sx test_issue_softplus-float16.py
