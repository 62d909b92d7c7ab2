conda create -y -n issue_sigmoid-complex python=3.11
conda activate issue_sigmoid-complex
pip install -r requirements.txt pytest
pytest -sx test_issue_sigmoid-complex.py
